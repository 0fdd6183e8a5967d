import { expect, it } from 'vitest';
import type { CanvasEdge } from './build-graph.ts';
import { drawnEdges, mostEdges } from './drawn-edges.ts';

const edge = (id: string, look: 'uses' | 'fired' | 'idle', source = 'a', target = 'b'): CanvasEdge => ({
  id,
  source,
  target,
  data: { look },
});
const many = (look: 'fired' | 'idle') =>
  Array.from({ length: mostEdges }, (_, index) => edge(`adds:${look}:${index}`, look));
const quiet = many('idle');
const telling = [
  edge('adds:r:m', 'fired'),
  edge('out', 'idle', 'rule:x', 'm'),
  edge('in', 'uses', 'v', 'rule:x'),
];

it('draws all edges of a small engine one by one', () => {
  expect(drawnEdges(quiet, [], true)).toEqual({ single: quiet, bundled: [] });
});

it('draws one by one of a large engine what fired and what belongs to the selection, and the rest together', () => {
  expect(drawnEdges([...quiet, ...telling], ['rule:x', 'm'], false)).toEqual({
    single: telling,
    bundled: quiet,
  });
  const { single, bundled } = drawnEdges([...quiet, ...telling], ['adds:idle:3'], false);
  expect(single.map(({ id }) => id)).toEqual(['adds:idle:3', 'adds:r:m']);
  expect(bundled).toHaveLength(mostEdges + 1);
});

it('draws fired edges together where they are too many as well', () => {
  const fired = many('fired');
  expect(drawnEdges([...fired, ...telling], ['rule:x'], false)).toEqual({
    single: telling.slice(1),
    bundled: [...fired, ...telling.slice(0, 1)],
  });
});

it('draws fired edges together where they cannot be pressed for distance', () => {
  expect(drawnEdges([...quiet, ...telling], ['rule:x'], true)).toEqual({
    single: telling.slice(1),
    bundled: [...quiet, ...telling.slice(0, 1)],
  });
});

it('draws fired edges of closed groups together, which stand for nothing to be pressed, unless they are selected', () => {
  const closed = [edge('groupadds:group:g:m', 'fired', 'group:g', 'm')];
  expect(drawnEdges([...quiet, ...closed], [], false).bundled).toEqual([...quiet, ...closed]);
  expect(drawnEdges([...quiet, ...closed], ['group:g'], false).single).toEqual(closed);
});
