import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { patternSize } from './pattern-size.ts';

it.each([
  'a',
  '^(?:src/.*|lib/.*\\.ts)$',
  'a{1000}',
  '(a{100}){10}',
  '(x|y){1000}',
  '(a?){1000}',
  '(?:a{0,1000}){0,1}',
  '(?P<x>ab){3,}',
  '[a-z\\]()]{20}',
  '((((a?){10}){10})){10}',
  '(?:(?:a?b?c?){30}){30}',
  'a{1000}a{1000}a{1000}',
  '\\(\\){5}',
  'é{1000}',
])('is near to the size of the program: %s', pattern => {
  const real = RE2JS.compile(pattern).programSize();
  expect(patternSize(pattern)).toBeGreaterThan(real / 2 - 2);
  expect(patternSize(pattern)).toBeLessThan(real * 2);
});

it('counts Unicode classes, whose ranges are many, once each', () => {
  expect(patternSize('\\pL{400}')).toBe(440);
  expect(patternSize('(?i)\\pL'.repeat(140))).toBeGreaterThan(5000);
  expect(patternSize('[\\p{Lu}\\p{Nd}]'.repeat(70))).toBeGreaterThan(5000);
});

it.each([
  ['repetitions in each other', '((a{1000}){1000}){1000}'],
  ['groups that do not end', '('.repeat(1000)],
  ['classes that do not end', '[a'.repeat(500)],
  ['Unicode classes that do not end', '\\p{'.repeat(300)],
  ['ends of groups that never began', 'a){1000}'.repeat(100)],
])('is a number for whatever there is: %s', (_, pattern) => {
  expect(patternSize(pattern)).toBeGreaterThanOrEqual(0);
});
