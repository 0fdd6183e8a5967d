import { expect, it } from 'vitest';
import { shortenEnd, shortenStart } from './shorten.ts';

it.each([
  ['planning', 8, 'planning', 'planning'],
  ['planning', 5, 'plan…', '…ning'],
  ['a😀😀😀', 3, 'a😀…', '…😀😀'],
  ['', 3, '', ''],
])('cuts %j to %i characters, whole ones', (text, most, end, start) => {
  expect([shortenEnd(text, most), shortenStart(text, most)]).toEqual([end, start]);
});
