import { expect, it } from 'vitest';
import { placeInWords, valueInWords } from './conflict-words.ts';

it.each([
  [[], 'The whole file'],
  [['name'], 'name'],
  [['rules'], 'All rules'],
  [['rules', 'a'], 'Rule "a"'],
  [['rules', 'a', 'when'], 'Rule "a" › when'],
])('says where %j is', (path, place) => {
  expect(placeInWords({ path, base: [{}], mine: [{}], theirs: [{}] })).toBe(place);
});

it('calls two lists of ids the order of rules', () => {
  expect(placeInWords({ path: ['rules'], base: ['a', 'b'], mine: ['b', 'a'], theirs: [] })).toBe(
    'Order of rules',
  );
});

it.each([
  [undefined, '(deleted)'],
  ['text', 'text'],
  ['', '""'],
  [null, 'null'],
  [{ a: 1 }, '{\n  "a": 1\n}'],
])('shows %j as it stands in the file', (value, text) => {
  expect(valueInWords(value)).toBe(text);
});
