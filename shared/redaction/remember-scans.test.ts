import { expect, it } from 'vitest';
import { redact } from './redact.ts';
import { rememberScans } from './remember-scans.ts';

const secret = `password = "${'x7Kq'.repeat(4)}"`;

it('gives what redact gives, the first time and again, in every mode', () => {
  const scan = rememberScans();
  for (const text of [secret, 'plain', '', secret, 'plain'])
    for (const mode of ['pattern_only', 'both', 'entropy', 'off'] as const)
      expect(scan(text, mode)).toEqual(redact(text, mode));
});

it('does not scan a text again, and forgets the oldest when there are too many', () => {
  const scan = rememberScans(1000);
  const first = scan('a', 'pattern_only');
  expect(scan('a', 'pattern_only')).toBe(first);
  for (let index = 0; index < 100; index += 1) scan(`text ${index}`, 'pattern_only');
  expect(scan('a', 'pattern_only')).not.toBe(first);
});
