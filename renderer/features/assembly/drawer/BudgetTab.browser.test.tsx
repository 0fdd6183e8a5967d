import { beforeEach, expect, it } from 'vitest';
import { assembled, call, dropped, item } from '../../../../test/support/assembled.ts';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../../test/support/fake-weft.ts';
import { edit, undoAll } from '../../../stores/documents.ts';
import { setTokenLimit, usePreview } from '../../../stores/preview.ts';
import { loadProject } from '../../../stores/project.ts';
import { setWorkspace } from '../../../stores/workspace.ts';
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

it('shows what leaves and comes back as the limit is dragged, and stays where it is at any other change', async () => {
  const screen = await showPanel(
    <div style={{ height: 200 }}>
      <BudgetTab />
    </div>,
  );
  const list = screen.getByRole('region', { name: 'Items of the budget' });
  await expect.element(list).toBeInTheDocument();
  const rows = () => [...list.element().querySelectorAll<HTMLTableRowElement>('tbody tr')];
  /** What the list shows of the rows next to the limit, those that are kept and those that are cut. */
  const inSight = () => {
    const { top, bottom } = list.element().getBoundingClientRect();
    const seen = rows().filter(row => {
      const box = row.getBoundingClientRect();
      return box.top >= top && box.bottom <= bottom;
    });
    return seen.map(row => `${row.cells[0]?.textContent} ${row.className === '' ? 'kept' : 'cut'}`);
  };
  await expect.poll(() => rows().length).toBe(ids.length);
  for (const [limit, kept] of [
    [400, 40],
    [100, 10],
    [500, 50],
  ] as const) {
    setTokenLimit(limit);
    usePreview.setState({ result: resultUnder(limit) });
    const aroundTheCut = [`notes#${kept - 1} kept`, `notes#${kept} cut`];
    await expect.poll(inSight).toEqual(expect.arrayContaining(aroundTheCut));
  }
  list.element().scrollTop = 0;
  edit('another edit', draft => {
    const sample = draft.samples[sampleId];
    if (sample) sample.name = 'another';
  });
  usePreview.setState({ result: resultUnder(200) });
  await expect.poll(() => rows()[20]?.className).not.toBe('');
  expect(list.element().scrollTop).toBe(0);
});
