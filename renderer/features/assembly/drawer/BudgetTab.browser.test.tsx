import { beforeEach, expect, it } from 'vitest';
import { assembled, call, dropped, item } from '../../../../test/support/assembled.ts';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../../test/support/fake-weft.ts';
import { edit, undoAll } from '../../../stores/documents.ts';
import { setTokenLimit, usePreview } from '../../../stores/preview.ts';
import { loadProject } from '../../../stores/project.ts';
import { setWorkspace } from '../../../stores/workspace.ts';
import { AssemblyView } from '../AssemblyView.tsx';
import { BudgetTab } from './BudgetTab.tsx';

const ids = Array.from({ length: 60 }, (_, at) => `notes#${at}`);
const sampleId = sampleFiles.samples[0]?.id ?? '';

/** Each item costs ten tokens; what has no room left from the end. */
function resultUnder(limit: number) {
  const kept = ids.slice(0, limit / 10);
  const cut = ids.slice(kept.length).toReversed();
  return assembled({
    context: { history: kept.map(id => item(id)) },
    trace: {
      memory_calls: [call('notes', { items: ids.length, kept: kept.length })],
      dropped: cut.map((id, cut_order) => dropped(id, 'budget', { cut_order })),
    },
    meta: { token_estimate: kept.length * 10 },
  });
}

beforeEach(async () => {
  fakeWeft({
    ...openProjectAnswers(sampleFiles),
    'assembly.preview': ({ request }) => resultUnder(request.constraints?.max_tokens ?? 600),
  });
  await loadProject();
  setWorkspace({ sampleId });
  usePreview.setState({ status: 'ready', result: resultUnder(600) });
  return () => {
    undoAll();
    setTokenLimit(undefined);
  };
});

const lists = [
  { title: 'the drawer', shown: <BudgetTab />, box: { height: 200 }, name: 'Items of the budget' },
  { title: 'the view', shown: <AssemblyView />, box: { height: 600, width: 1040 }, name: 'Context' },
] as const;

it.each(lists)(
  '$title shows what leaves and comes back as the limit is dragged, and stays where it is at any other change',
  async ({ shown, box, name }) => {
    const screen = await showPanel(<div style={box}>{shown}</div>);
    const region = screen.getByRole('region', { name, exact: true });
    await expect.element(region).toBeInTheDocument();
    const rows = () => [...region.element().querySelectorAll<HTMLElement>('[data-item]')];
    const isCut = (row: HTMLElement) => row.querySelector('[aria-label^="Why not"]') !== null;
    /** What scrolls: the list alone. */
    const list = () => {
      const [row] = rows();
      let at: Element | null = row ?? null;
      while (at && !['auto', 'scroll'].includes(getComputedStyle(at).overflowY)) at = at.parentElement;
      return at ?? document.body;
    };
    /** What the list shows of the rows next to the limit, those that are kept and those that are cut. */
    const inSight = () => {
      const { top, bottom } = list().getBoundingClientRect();
      const seen = rows().filter(row => {
        const { top: above, bottom: below } = row.getBoundingClientRect();
        return above >= top && below <= bottom;
      });
      return seen.map(row => `${row.dataset.item} ${isCut(row) ? 'cut' : 'kept'}`);
    };
    await expect.poll(() => rows().length).toBe(ids.length);
    const slider = screen.getByRole('slider').first().element();
    const place = slider.getBoundingClientRect().top;
    for (const [limit, kept] of [
      [400, 40],
      [100, 10],
      [500, 50],
    ] as const) {
      setTokenLimit(limit);
      usePreview.setState({ result: resultUnder(limit) });
      const aroundTheCut = [`notes#${kept - 1} kept`, `notes#${kept} cut`];
      await expect.poll(inSight).toEqual(expect.arrayContaining(aroundTheCut));
      expect(slider.getBoundingClientRect().top).toBe(place);
    }
    list().scrollTop = 0;
    edit('another edit', draft => {
      const sample = draft.samples[sampleId];
      if (sample) sample.name = 'another';
    });
    usePreview.setState({ result: resultUnder(200) });
    await expect.poll(() => rows().find(row => row.dataset.item === 'notes#20') ?? null).not.toBeNull();
    await expect.poll(() => rows().filter(isCut).length).toBeGreaterThan(10);
    expect(list().scrollTop).toBe(0);
  },
);
