import { expect, it } from 'vitest';
import { changeBeside, withChange } from './change-beside.ts';

it.each([
  ['above', 'a\nb\nc', 'a\nb\nc[', 'A\nb\nc', 'A\nb\nc['],
  ['below', 'a\nb\nc', '{a\nb\nc', 'a\nb\nC\nd', '{a\nb\nC\nd'],
  ['below what was taken out', 'a\nb\nc', 'a\nc', 'a\nb\nc\nd', 'a\nc\nd'],
  ['below what was put in', 'a\nb\nc', 'a\nx\nb\nc', 'a\nb\nC', 'a\nx\nb\nC'],
])('a change %s what was typed is made beside it', (_where, base, typed, now, expected) => {
  const change = changeBeside(base, typed, now);
  expect(change && withChange(typed, change)).toBe(expected);
});

it.each([
  ['a\nb\nc', 'a\nb[\nc', 'a\nB\nc'],
  ['a\nb\nc', 'a\nc', 'a\nB\nc'],
  ['a\nb', 'a\nxb', 'a\nc'],
  ['a', '', 'b'],
])('of %j, %j and %j both changed the same place', (base, typed, now) => {
  expect(changeBeside(base, typed, now)).toBeUndefined();
});
