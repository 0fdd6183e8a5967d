import { expect, it } from 'vitest';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { Priority, Section } from '../../../../shared/model/section.ts';
import { newMemory } from '../edits/memory-edits.ts';
import { matchesSearch, sortMemories } from './sort-memories.ts';

const memory = (id: string, section: Section, priority: Priority): PersistentMemory => ({
  ...newMemory(id, `Label of ${id}`),
  contribution: { section, priority, format: 'prose' },
  retrieval: { pipeline: [{ type: 'static', params: { items: ['Never deploy on Fridays'] } }] },
});
const memories = [
  memory('b', 'knowledge', 'low'),
  memory('a', 'knowledge', 'critical'),
  memory('c', 'state', 'low'),
  memory('d', 'knowledge', 'critical'),
];
const tokens = new Map([
  ['b', 10],
  ['d', 900],
]);
const uses = new Map([['c', 2]]);

it.each([
  ['section', ['c', 'a', 'd', 'b']],
  ['name', ['a', 'b', 'c', 'd']],
  ['tokens', ['d', 'b', 'a', 'c']],
  ['uses', ['c', 'a', 'b', 'd']],
] as const)('sorts by %s', (sort, order) => {
  const figures = { tokens: (id: string) => tokens.get(id), uses: (id: string) => uses.get(id) ?? 0 };
  expect(sortMemories(memories, sort, figures).map(({ id }) => id)).toEqual(order);
});

it.each([
  ['', true],
  ['label KNOWLEDGE', true],
  ['fridays', true],
  ['label monday', false],
])('searches label, section and texts for %j', (search, found) => {
  expect(matchesSearch(memory('b', 'knowledge', 'low'), search)).toBe(found);
});
