import { expect, it } from 'vitest';
import { buildGraph } from './build-graph.ts';
import { bundleEdges } from './bundle-edges.ts';

const rule = (id: string, field: string, memory: string) => ({
  id,
  name: id,
  when: [{ field, operator: 'exists' as const }],
  then: { add_memories: [memory] },
});
const graphOf = (count: number) =>
  buildGraph({
    engine: {
      id: 'e',
      name: 'E',
      description: '',
      enabled: true,
      rules: Array.from({ length: count }, (_, at) =>
        rule(`r${String(at).padStart(3, '0')}`, `addVar.v${at}`, 'm'),
      ),
    },
    memories: {},
    fired: new Set(['r001']),
  });
const curves = (path: string) => path.match(/M/g)?.length ?? 0;

it('draws every edge once, and those of one look and height together', () => {
  const { nodes, edges } = graphOf(40);
  const bundles = bundleEdges(nodes, edges);
  expect(bundles.reduce((sum, { path }) => sum + curves(path), 0)).toBe(edges.length);
  expect(bundles.map(({ id, path }) => [id, curves(path)])).toEqual([
    ['uses-0', 13],
    ['idle-0', 12],
    ['fired-0', 1],
    ['uses-1', 13],
    ['idle-1', 13],
    ['uses-2', 13],
    ['idle-2', 13],
    ['uses-3', 1],
    ['idle-3', 1],
  ]);
});

it('leads from the handle to the middle of the row', () => {
  const { nodes, edges } = graphOf(1);
  // A rule of one condition is 104 high, its row ends at 54; variable and memory are placed beside it.
  expect(bundleEdges(nodes, edges).map(({ path }) => path.replace(/ C.* /, ' ... '))).toEqual([
    'M180,54 ... 224,54',
    'M556,20 ... 640,26',
  ]);
});
