import { expect, it } from 'vitest';
import { summaryError } from './summary-error.ts';

it.each([
  ['', undefined],
  ['x'.repeat(200), undefined],
  ['x'.repeat(201), '201 characters; at most 200 fit.'],
])('judges a summary by its length', (summary, error) => {
  expect(summaryError(summary)).toBe(error);
});
