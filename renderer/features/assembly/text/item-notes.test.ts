import { expect, it } from 'vitest';
import type { ContextItem } from '../../../../shared/model/assembled-context.ts';
import { item } from '../../../../test/support/assembled.ts';
import { itemNotes } from './item-notes.ts';

it.each([
  [{}, ['static']],
  [{ source: { kind: 'document', ref: 'auth.md:3' } }, ['document: auth.md:3']],
  [
    { source: { kind: 'document', ref: 'auth.md:3', title: 'Login', trust: 'imported' }, redacted: 1 },
    ['document: Login', 'imported', '1 secret redacted'],
  ],
  [
    { historical: true, redacted: 0, also_from: ['a#1', 'b#2'] },
    ['static', 'historical', 'also from a#1, b#2'],
  ],
  [
    { source: { kind: 'document', ref: 'a.md', trust: 'imported' }, lowered_from: 'constraints' },
    ['document: a.md', 'data from an import: too little authority for Constraints'],
  ],
  [
    { source: { kind: 'conversation', ref: 'talk', trust: 'imported', origin: 'tool' } },
    ['conversation: talk', 'output of a tool'],
  ],
] as [Partial<ContextItem>, string[]][])('tells of %j', (more, expected) => {
  expect(itemNotes({ ...item('notes#0'), ...more })).toEqual(expected);
});
