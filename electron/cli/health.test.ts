import { expect, it } from 'vitest';
import { exitCodeOf } from './exit-codes.ts';
import { exitCodeOfRefused } from './health.ts';

it('says of no line that was refused what it says of a blocked session', () => {
  // The keys of the table are its codes.
  const codes = Object.keys(exitCodeOf) as (keyof typeof exitCodeOf)[];
  expect(codes.filter(code => ![2, 3].includes(exitCodeOfRefused(code)))).toEqual([]);
  expect([exitCodeOfRefused('busy'), exitCodeOfRefused('invalid_input')]).toEqual([3, 2]);
});
