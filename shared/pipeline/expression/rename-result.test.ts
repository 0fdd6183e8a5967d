import { expect, it } from 'vitest';
import { renameResult } from './rename-result.ts';

it.each([
  ['results.docs.length > results.docs.count', 'results.found.length > results.found.count'],
  [
    "results.docs_2.length > 1 and query.contains('results.docs')",
    "results.docs_2.length > 1 and query.contains('results.docs')",
  ],
  ['results.docs >', 'results.docs >'],
])('renames the step in %j and nothing else', (before, after) => {
  expect(renameResult(before, 'docs', 'found')).toBe(after);
});
