import { expect, it } from 'vitest';
import { buildGraph } from './build-graph.ts';
import { type Direction, walkGraph } from './walk-graph.ts';

const { nodes, edges } = buildGraph({
  engine: {
    id: 'e',
    name: 'E',
    description: '',
    enabled: true,
    rules: [
      {
        id: 'a',
        name: 'A',
        priority: 2,
        when: [{ field: 'x', operator: 'exists' }],
        then: { add_memories: ['m'] },
      },
      {
        id: 'b',
        name: 'B',
        priority: 1,
        when: [{ field: 'y', operator: 'exists' }],
        then: { add_memories: [] },
      },
    ],
  },
  memories: {},
  fired: new Set(),
});

it.each([
  [undefined, 'down', 'rule:a'],
  ['rule:gone', 'left', 'rule:a'],
  ['rule:a', 'down', 'rule:b'],
  ['rule:a', 'up', undefined],
  ['rule:a', 'left', 'variable:x'],
  ['rule:b', 'left', 'variable:y'],
  ['rule:a', 'right', 'memory:m'],
  ['rule:b', 'right', 'memory:m'],
  ['memory:m', 'left', 'rule:a'],
  ['memory:m', 'right', undefined],
  ['variable:y', 'right', 'rule:b'],
  ['variable:x', 'left', undefined],
] as [string | undefined, Direction, string | undefined][])(
  'from %s %s to %s',
  (from, direction, expected) => {
    expect(walkGraph(nodes, edges, from, direction)).toBe(expected);
  },
);
