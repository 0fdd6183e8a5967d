import { expect, it } from 'vitest';
import { alignColumns, counted, grouped } from './columns.ts';

it('columns are as wide as their widest cell, numbers stand right, lines end where their text ends', () => {
  const columns = [{ title: 'sample' }, { title: 'tokens', align: 'right' as const }, { title: 'why' }];
  expect(
    alignColumns(columns, [
      ['planning · developer', '1,204', 'cut'],
      ['a', '9', ''],
    ]),
  ).toEqual([
    'sample                tokens  why',
    'planning · developer   1,204  cut',
    'a                          9',
  ]);
});

it('numbers are grouped and nouns agree', () => {
  expect([grouped(2940), grouped(0), counted(1, 'rule'), counted(0, 'rule'), counted(1200, 'cut')]).toEqual([
    '2,940',
    '0',
    '1 rule',
    '0 rules',
    '1,200 cuts',
  ]);
});

it('is as wide as what is shown of a name', () => {
  const columns = [{ title: 'name' }, { title: 'x' }];
  expect(alignColumns(columns, [['a\u001b\u202e', '1']])).toEqual([
    'name               x',
    'a[U+001B][U+202E]  1',
  ]);
});
