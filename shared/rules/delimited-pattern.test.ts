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
  ['//i', undefined],
  ['a/b/i', undefined],
  ['x/PLAN/i', undefined],
  ['/PLAN/i x', undefined],
  ['/PLAN/x', undefined],
  ['/a b/', 'a b'],
  ['/^src/', '^src'],
  ['/src$/', 'src$'],
  ['/a.b-c_d/', undefined],
  ['/a\nb/is', '(?is)a\nb'],
  ['/x/ii', '(?i)x'],
  ['/x/gy', 'x'],
])('%s is meant as %s', (pattern, meant) => {
  expect(undelimited(pattern)).toBe(meant);
});
