import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createIdMint } from './ids.ts';

it('makes ids that are unique and sort by age, also when the clock goes back', () => {
  let now = 1_790_000_000_000;
  const mint = createIdMint(randomBytes, () => now);
  const first = mint();
  now += 5;
  const second = mint();
  now -= 86_400_000;
  const third = mint();
  expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(first.slice(0, 10) < second.slice(0, 10)).toBe(true);
  expect(third.slice(0, 10)).toBe(second.slice(0, 10));
  expect(new Set(Array.from({ length: 10_000 }, mint)).size).toBe(10_000);
});
