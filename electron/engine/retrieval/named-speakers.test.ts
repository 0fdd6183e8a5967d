import { expect, it } from 'vitest';
import { namedSpeakers } from './named-speakers.ts';

it.each([
  ["What is ann's boat called?", [0]],
  ['Bob Smith told Ann', [0, 1]],
  ['a smith called Bob', [1]],
  ['Bob alone', []],
  ['the annual report', []],
  ['', []],
])('finds whom %j names', (query, expected) => {
  expect(namedSpeakers(['Ann', 'Bob Smith', '?'], query)).toEqual(expected);
});
