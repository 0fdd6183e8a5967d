import { describe, expect, it } from 'vitest';
import { formatChange, formatCount, formatCounted, formatMs } from './format-number.ts';

describe('numbers as they are shown', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [2940, '2,940'],
    [1_234_567, '1,234,567'],
  ])('separates the thousands of %d', (count, shown) => expect(formatCount(count)).toBe(shown));

  it.each([
    [formatCounted(1, 'item'), '1 item'],
    [formatCounted(0, 'item'), '0 items'],
    [formatCounted(5, 'memory', 'memories'), '5 memories'],
  ])('puts the noun in the right number: %s', (shown, expected) => expect(shown).toBe(expected));

  it.each([
    [0, '±0'],
    [1200, '+1,200'],
    [-84, '−84'],
  ])('shows the sign of the change %d', (change, shown) => expect(formatChange(change)).toBe(shown));

  it.each([
    [0, '0.0 ms'],
    [0.06, '0.1 ms'],
    [24.04, '24.0 ms'],
    [99.97, '100 ms'],
    [412.3, '412 ms'],
    [1240, '1.2 s'],
  ])('rounds %d milliseconds', (ms, shown) => expect(formatMs(ms)).toBe(shown));
});
