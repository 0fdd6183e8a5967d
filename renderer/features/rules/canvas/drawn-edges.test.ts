import { expect, it } from 'vitest';
import type { CanvasEdge } from './build-graph.ts';
import { drawnEdges, mostEdges } from './drawn-edges.ts';

const edge = (id: string, look: 'uses' | 'fired' | 'idle', source = 'a', target = 'b'): CanvasEdge => ({
  id,
  source,
  target,
  data: { look },
});
const quiet = Array.from({ length: mostEdges }, (_, index) => edge(`quiet-${index}`, 'idle'));

it('draws all edges of a small engine', () => {
  expect(drawnEdges(quiet, undefined)).toBe(quiet);
});

it('draws of a large one what fired and what belongs to the selection', () => {
  const telling = [
    edge('fired', 'fired'),
    edge('out', 'idle', 'rule:x', 'm'),
    edge('in', 'uses', 'v', 'rule:x'),
  ];
  expect(drawnEdges([...quiet, ...telling], 'rule:x')).toEqual(telling);
  expect(drawnEdges([...quiet, ...telling], 'quiet-3').map(({ id }) => id)).toEqual(['quiet-3', 'fired']);
});
