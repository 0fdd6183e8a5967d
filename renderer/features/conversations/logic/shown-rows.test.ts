import { describe, expect, it } from 'vitest';
import type { MessageState } from '../../../../shared/model/conversation.ts';
import type { Message } from '../../../../shared/model/message.ts';
import {
  countShown,
  newestFrom,
  type ShownPlan,
  type ShownRow,
  shownRows,
  summaryText,
} from './shown-rows.ts';

const letters = { f: 'full', s: 'summarised', d: 'dropped' } as const;

function statesOf(text: string): MessageState[] {
  return [...text].map(letter => letters[letter as keyof typeof letters]); // the tests write no other letters
}

function planOf(text: string, more: Partial<ShownPlan> = {}): ShownPlan {
  return { states: statesOf(text), summaries: [], recalled: [], cut: [], ...more };
}

/** 26 characters when formatted: 7 tokens. */
const messagesOf = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    index,
    role: 'user',
    author: 'Maya',
    parts: 'hello there',
  }));

const summary = (from: number, to: number) => ({
  level: 1,
  from,
  to,
  text: `[Summary of messages ${from + 1}-${to + 1}]\n- what was said`,
  tokens: 9,
  cached: false,
});

/** A row in a word: `5 whole`, `gap 2`, `sum 3 of 21`. */
function word(row: ShownRow): string {
  if (row.kind === 'gap') return `gap ${row.count}${row.isOpen ? ' open' : ''}`;
  if (row.kind === 'summary') return `sum ${row.told} of ${row.before}${row.isOpen ? ' open' : ''}`;
  return `${row.position} ${row.as}${row.isRecalled ? ' found' : ''}${row.isCut ? ' cut' : ''}`;
}

const closed = { all: false, except: new Set<string>() };

function words(text: string, more: Partial<ShownPlan> = {}, open = closed): string[] {
  return shownRows(messagesOf(text.length), planOf(text, more), open).map(word);
}

describe('rows of a conversation', () => {
  it.each([
    ['', []],
    ['ff', ['0 whole', '1 whole']],
    ['ddf', ['gap 2', '2 whole']],
    ['dfdff', ['gap 1', '1 key', 'gap 1', '3 whole', '4 whole']],
    ['ddd', ['gap 3']],
  ])('%s without summaries', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('put a summary before what it tells, with the tokens of what it replaced alone', () => {
    expect(words('sfsdf', { summaries: [summary(0, 2)], recalled: [1] })).toEqual([
      'sum 2 of 14',
      '1 key found',
      'gap 1',
      '4 whole',
    ]);
  });

  it('show what stands behind a summary or a gap that is open, and all of it when all is asked for', () => {
    const plan = { summaries: [summary(0, 1), summary(2, 3)] };
    const one = words('ssssddf', plan, { all: false, except: new Set(['summary 2', 'gap 4']) });
    expect(one).toEqual([
      'sum 2 of 14',
      'sum 2 of 14 open',
      '2 summarised',
      '3 summarised',
      'gap 2 open',
      '4 dropped',
      '5 dropped',
      '6 whole',
    ]);
    expect(words('ssssddf', plan, { all: true, except: new Set() })).toHaveLength(10);
    expect(words('ssssddf', plan, { all: true, except: new Set(['summary 0']) })).toHaveLength(8);
  });

  it('name what was found for the message, also right before the newest, and what is cut', () => {
    expect(words('dfff', { recalled: [1], cut: [3] })).toEqual([
      'gap 1',
      '1 key found',
      '2 whole',
      '3 whole cut',
    ]);
  });
});

it.each([
  ['fff', 0],
  ['dff', 1],
  ['fdf', 2],
  ['ffd', 3],
  ['', 0],
])('of %s the newest begin at %d', (text, from) => {
  expect(newestFrom(statesOf(text))).toBe(from);
});

it('counts add up to all messages', () => {
  const plan = planOf('ssfdfdff', { recalled: [6] });
  expect(countShown(plan)).toEqual({ whole: 1, key: 3, summarised: 2, dropped: 2 });
});

it.each([
  ['[Summary of messages 1-84]\n- We chose cookies.', '- We chose cookies.'],
  ['[OPEN] who owns it?', '[OPEN] who owns it?'],
  ['plain', 'plain'],
])('the text of %j goes without its heading', (text, shown) => {
  expect(summaryText({ text })).toBe(shown);
});
