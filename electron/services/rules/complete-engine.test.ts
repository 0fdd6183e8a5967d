import { expect, it } from 'vitest';
import { completeEngine, mintFrom } from './complete-engine.ts';

it('mints ids where a draft has none and fills what an engine must have', () => {
  const when = [{ field: 'addVar.a', operator: 'exists' as const }];
  const then = { add_memories: ['m'] };
  const draft = {
    name: 'Planning rules',
    rules: [
      { name: 'First', when, then },
      { id: 'first', name: 'Other', when, then },
      { name: 'First', when, then, note: 'kept' },
    ],
  };
  expect(completeEngine(draft, ['PLANNING-rules', 'planning-rules-2'])).toEqual({
    id: 'planning-rules-3',
    name: 'Planning rules',
    description: '',
    enabled: true,
    rules: [
      { id: 'first-2', name: 'First', when, then },
      { id: 'first', name: 'Other', when, then },
      { id: 'first-3', name: 'First', when, then, note: 'kept' },
    ],
  });
});

it.each([
  ['…', 'engine', [], 'engine'],
  ['Über Größe – Café, naïve', 'rule', [], 'uber-grosse-cafe-naive'],
  ['con', 'rule', ['rule'], 'rule-2'],
  ['a'.repeat(80), 'x', ['a'.repeat(64)], `${'a'.repeat(62)}-2`],
  [`${'a'.repeat(61)}-bb`, 'x', [`${'a'.repeat(61)}-bb`], `${'a'.repeat(61)}-2`],
])('makes of %j an id that is free', (name, fallback, taken, id) => {
  expect(mintFrom(name, fallback, taken)).toBe(id);
});
