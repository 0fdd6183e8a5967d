import { describe, expect, it } from 'vitest';
import { isWithin, parseNumber, stepNumber } from './parse-number.ts';

describe('a typed number is read as the user meant it', () => {
  it.each([
    ['', { kind: 'empty' }],
    ['  ', { kind: 'empty' }],
    ['8', { kind: 'number', value: 8 }],
    ['-0.5', { kind: 'number', value: -0.5 }],
    ['.5', { kind: 'number', value: 0.5 }],
    ['8,000', { kind: 'number', value: 8000 }],
    ['1 200 000', { kind: 'number', value: 1200000 }],
    ['2e3', { kind: 'number', value: 2000 }],
    ['3.', { kind: 'number', value: 3 }],
    ['1,5', { kind: 'invalid' }],
    ['0x10', { kind: 'invalid' }],
    ['Infinity', { kind: 'invalid' }],
    ['-', { kind: 'invalid' }],
    ['ten', { kind: 'invalid' }],
  ])('%j', (text, meaning) => {
    expect(parseNumber(text)).toEqual(meaning);
  });
});

describe('stepping', () => {
  it.each([
    [undefined, 1, {}, 1],
    [0.1, 1, { step: 0.2 }, 0.3],
    [10, 1, { max: 10 }, 10],
    [0, -1, { min: 0 }, 0],
    [1e-7, 1, { step: 1e-7 }, 2e-7],
    [2.25, -1, {}, 1.25],
  ] as const)('from %s by %s within %j', (from, direction, limits, next) => {
    expect(stepNumber(from, direction, limits)).toBe(next);
  });
});

it('limits include their ends', () => {
  expect([0, 1, 2, 3].map(value => isWithin(value, { min: 1, max: 2 }))).toEqual([false, true, true, false]);
});
