import { beforeEach, expect, it } from 'vitest';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { showPanel } from '../../../../test/support/control-states.tsx';
import { fakeWeft, openProjectAnswers, sampleFiles } from '../../../../test/support/fake-weft.ts';
import { loadProject } from '../../../stores/project.ts';
import { Canvas } from './Canvas.tsx';

const rules = Array.from(
  { length: 60 },
  (_, at): ContextRule => ({
    id: `rule-${at}`,
    name: `Rule ${at}`,
    when: [{ field: `addVar.v${at % 5}`, operator: 'eq', value: at }],
    then: { add_memories: [`memory-${at % 6}`] },
  }),
);
const engine = { id: 'big', name: 'Big', description: '', enabled: true, rules };

beforeEach(async () => {
  fakeWeft(openProjectAnswers({ ...sampleFiles, engines: [engine] }));
  await loadProject();
});

it('a closed group that has just come is joined to every memory that it adds', async () => {
  const screen = await showPanel(
    <div style={{ width: 1600, height: 1200 }}>
      <Canvas engineId={engine.id} />
    </div>,
  );
  await expect.element(screen.getByTestId('group-memory-0')).toBeVisible();
  const joined = () =>
    [...document.querySelectorAll('.react-flow__edge[data-id^="groupadds:"]')].map(
      edge => edge.getAttribute('data-id')?.split(':').at(-1) ?? '',
    );
  await expect.poll(() => joined().toSorted()).toEqual(Array.from({ length: 6 }, (_, at) => `memory-${at}`));
});

it('the wheel and two fingers pan, and zoom with Mod or a pinch, which has Control as well', async () => {
  await showPanel(
    <div style={{ width: 800, height: 600 }}>
      <Canvas engineId={engine.id} />
    </div>,
  );
  await expect.poll(() => document.querySelectorAll('.react-flow__node').length).toBeGreaterThan(0);
  const seen = () => {
    const inner = document.querySelector('.react-flow__viewport');
    if (!inner) throw new Error('there is no canvas');
    const { a: zoom, f: top } = new DOMMatrix(getComputedStyle(inner).transform);
    return { zoom, top };
  };
  const turn = (how: WheelEventInit) => {
    const wheel = { deltaY: 60, clientX: 400, clientY: 300, bubbles: true, cancelable: true, ...how };
    document.querySelector('.react-flow__pane')?.dispatchEvent(new WheelEvent('wheel', wheel));
  };
  const first = seen();
  turn({});
  await expect.poll(seen).toEqual({ zoom: first.zoom, top: expect.not.closeTo(first.top, 0) });
  turn({ ctrlKey: true });
  await expect.poll(() => seen().zoom).not.toBeCloseTo(first.zoom, 3);
});
