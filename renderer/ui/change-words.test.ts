import { expect, it } from 'vitest';
import { changeWords, memoryChangeWords, variableWords } from './change-words.ts';

it.each([
  [
    { field: 'addVar.phase', from: 'hotfix', to: 'planning' },
    'Set addVar.phase to "planning" (it is "hotfix")',
  ],
  [{ field: 'addVar.n', to: 3 }, 'Set addVar.n to 3 (it is missing)'],
  [{ field: 'input.text', from: 'a' }, 'Remove input.text'],
])('%j', (change, words) => {
  expect(variableWords(change)).toBe(words);
});

it('tells every part of a change', () => {
  const request = { scope_variables: {} };
  expect(
    changeWords({
      variables: [{ field: 'addVar.n', to: 3 }],
      explicit_memory: 'docs',
      max_tokens: 1200,
      request,
    }),
  ).toEqual([
    'Set addVar.n to 3 (it is missing)',
    'Ask for the memory docs by name',
    'Raise the token limit to 1,200',
  ]);
});

it('tells the change of a memory as its form calls it', () => {
  const changes = [
    { max_items: { from: 1, to: 2 } },
    { section: { from: 'warnings', to: 'knowledge' } },
    { required: true },
  ] as const;
  expect(changes.flatMap(change => memoryChangeWords({ memory_id: 'docs', ...change }))).toEqual([
    'Raise “At most” of the memory docs to 2 items (it is 1)',
    'Move the memory docs to the section Knowledge (it is in Warnings)',
    'Make the memory docs required: the budget cuts it last',
  ]);
});
