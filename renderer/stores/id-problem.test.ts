import { expect, it } from 'vitest';
import { idProblem } from './id-problem.ts';

const badly = 'Use 1-64 letters, digits, "_" or "-", with a letter or digit at both ends.';

it.each([
  ['release-notes', undefined],
  ['', badly],
  ['../notes', badly],
  ['-notes', badly],
  ['x'.repeat(65), badly],
  ['Notes', '"notes" has this id already.'],
])('judges the id %j', (id, problem) => {
  expect(idProblem(id, ['notes', 'tips'])).toBe(problem);
});
