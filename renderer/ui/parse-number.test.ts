import { describe, expect, it } from 'vitest';
import { isWithin, parseNumber, stepNumber, writtenNumber } from './parse-number.ts';

const number = (value: number) => ({ kind: 'number', value });
const invalid = { kind: 'invalid' };

describe('a typed number is read as the user meant it, in either language', () => {
  it.each([
    ['', { kind: 'empty' }],
    ['  ', { kind: 'empty' }],
    ['8', number(8)],
    ['-0.5', number(-0.5)],
    ['.5', number(0.5)],
    ['0.6', number(0.6)],
    ['0.500', number(0.5)],
    ['1250.125', number(1250.125)],
    ['1 200 000', number(1200000)],
    ['1\u00a0200', number(1200)],
    ['2e3', number(2000)],
    ['3.', number(3)],
    ['1 20', invalid],
    ['0 125', invalid],
    ['1 200,000 000', invalid],
    ['1.250.00', invalid],
    ['0x10', invalid],
    ['Infinity', invalid],
    ['-', invalid],
    ['ten', invalid],
  ])('%j', (text, meaning) => {
    expect([parseNumber(text, 'en'), parseNumber(text, 'de')]).toEqual([meaning, meaning]);
  });
});

it.each([
  ['8,000', number(8000), number(8)],
  ['8.000', number(8), number(8000)],
  ['2,940', number(2940), number(2.94)],
  ['2.940', number(2.94), number(2940)],
  ['1,250.5', number(1250.5), invalid],
  ['1.250,5', invalid, number(1250.5)],
  ['1,200,000', number(1200000), invalid],
  ['1.200.000', invalid, number(1200000)],
  ['-1.250', number(-1.25), number(-1250)],
  ['0,6', invalid, number(0.6)],
  ['0,125', invalid, number(0.125)],
  ['0,500', invalid, number(0.5)],
  ['1250,125', invalid, number(1250.125)],
  ['1,2500', invalid, number(1.25)],
  ['1,5', invalid, number(1.5)],
  [',5', invalid, number(0.5)],
  ['1,5e-7', invalid, number(1.5e-7)],
])('%j means to an English and to a German page what each would write so', (text, inEnglish, inGerman) => {
  expect([parseNumber(text, 'en'), parseNumber(text, 'de')]).toEqual([inEnglish, inGerman]);
});

it.each(['en', 'de'] as const)('a field reads again what it shows (%s)', of => {
  const values = [0, 8, -0.5, 0.125, 2.94, 1250.125, 8000, 1234567.891, 1.5e-7, 2e21, 1e300];
  expect(values.map(value => parseNumber(writtenNumber(value, of), of))).toEqual(values.map(number));
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
  expect([1, 1.5, -2].map(value => isWithin(value, { isWhole: true }))).toEqual([true, false, true]);
});
