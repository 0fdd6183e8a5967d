import { expect, it } from 'vitest';
import { fillCard, shortenEnd, shortenStart } from './shorten.ts';

it.each([
  ['planning', 8, 'planning', 'planning'],
  ['planning', 5, 'plan…', '…ning'],
  ['a😀😀😀', 3, 'a😀…', '…😀😀'],
  ['', 3, '', ''],
])('cuts %j to %i characters, whole ones', (text, most, end, start) => {
  expect([shortenEnd(text, most), shortenStart(text, most)]).toEqual([end, start]);
});

it.each([
  ['Plan', 96, { text: 'Plan', size: 48 }],
  ['Ask before deleting', 96, { text: 'Ask before deleting', size: 40 }],
  ['Keep the plan in sight', 160, { text: 'Keep the plan in sight', size: 48 }],
  ['a-name-without-any-place-to-break', 96, { text: 'a-name-without-any-plac…', size: 32 }],
  ['日本語の規則の名前日本語の規則の名前', 48, { text: '日本語の規…', size: 32 }],
  ['Rules of the house for reviewers', 60, { text: 'Rules of th…', size: 32 }],
])('writes %s into a card as large as it goes', (text, height, expected) => {
  expect(fillCard(text, 236, height)).toEqual(expected);
});
