import { expect, it } from 'vitest';
import { undelimited } from './delimited-pattern.ts';

it.each([
  ['/PLAN/i', '(?i)PLAN'],
  ['/^a|b$/', '^a|b$'],
  ['/a\\/b.*/gims', '(?ims)a/b.*'],
  ['/x/g', 'x'],
  ['/src/', undefined],
  ['/src/app/', undefined],
  ['/usr/bin', undefined],
  ['PLAN', undefined],
  ['//', undefined],
])('%s is meant as %s', (pattern, meant) => {
  expect(undelimited(pattern)).toBe(meant);
});
