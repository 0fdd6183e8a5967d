import { expect, it } from 'vitest';
import type { Message } from '../../../shared/model/message.ts';
import { expandPlan, joinExchanges } from './join-exchanges.ts';

const call = (id: string) => ({ type: 'tool_call', id, name: 'f', input: {} });
const result = (id: string) => ({ type: 'tool_result', id, content: [{ type: 'text', text: id }] });
const talkOf = (...said: readonly [string, Message['parts']][]): Message[] =>
  said.map(([role, parts], index) => ({ id: `m${index}`, index, role, parts }));

it('a call is one with its results and what is said between them; all else stays as it is', () => {
  const messages = talkOf(
    ['user', 'a'],
    ['assistant', [call('1'), call('2')]],
    ['tool', [result('1')]],
    ['user', 'wait'],
    ['tool', [result('2')]],
    ['assistant', [call('1')]],
    ['tool', [result('1')]],
    ['assistant', [call('never'), { type: 'text', text: 'b' }]],
    ['user', 'c'],
  );
  const talk = joinExchanges(messages);
  expect(talk.starts).toEqual([0, 1, 5, 7, 8, 9]);
  expect(messages.map((_, position) => talk.unitOf(position))).toEqual([0, 1, 1, 1, 1, 2, 2, 3, 4]);
  expect(talk.messages[1]).toEqual({
    id: 'm1',
    index: 1,
    role: 'assistant',
    parts: [call('1'), call('2'), result('1'), { type: 'text', text: '[user]: wait' }, result('2')],
  });
  const plain = talkOf(['user', 'a'], ['assistant', [{ type: 'text', text: 'b' }]], ['tool', [result('x')]]);
  expect(joinExchanges(plain).messages).toBe(plain);
});

it('what is planned of them is said of every message that they stand for', () => {
  const talk = joinExchanges(
    talkOf(['user', 'a'], ['assistant', [call('1')]], ['tool', [result('1')]], ['user', 'b']),
  );
  const summary = { kind: 'summary', level: 1, from: 0, to: 1, text: 's', tokens: 1, cached: false } as const;
  const blocks = [{ kind: 'message', position: 1, isRecalled: true, cut: 'x' } as const];
  expect(
    expandPlan({ states: ['summarised', 'full', 'dropped'], summaries: [summary], blocks }, talk),
  ).toEqual({
    states: ['summarised', 'full', 'full', 'dropped'],
    coverage: { totalMessages: 4, fullMessages: 2, summarizedMessages: 1, droppedMessages: 1 },
    summaries: [{ level: 1, from: 0, to: 2, text: 's', tokens: 1, cached: false }],
    recalled: [1, 2],
    cut: [1, 2],
  });
});
