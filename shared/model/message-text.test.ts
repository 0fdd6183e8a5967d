import { expect, it } from 'vitest';
import { formatMessage, isToolOutput, messageBlocks, messageText, saidText } from './message-text.ts';

const parts = [
  { type: 'text', text: 'Look' },
  { type: 'tool_call', id: 'c', name: 'read', input: { path: 'a' } },
  {
    type: 'tool_result',
    id: 'c',
    content: [
      { type: 'text', text: 'b' },
      { type: 'image', data: 'x' },
    ],
  },
  { type: 'image', url: 'u' },
  { type: 'thinking', text: 'hm', signature: 's' },
  { type: 'document', title: 'Plan', text: 'p' },
  { type: 'tool_call', name: 'no id' },
  { type: 'later', of: 1 },
  { type: 'code', text: 'a = 1' },
];

it('a message says its texts, and what its other blocks say as text; what it said is its texts alone', () => {
  expect(formatMessage({ role: 'assistant', author: 'Ann', parts })).toBe(
    [
      '[assistant (Ann)]: Look',
      '[called read: {"path":"a"}]',
      '[result of c]',
      'b',
      '[image]',
      '[image]',
      '[document Plan]',
      'p',
      'a = 1',
    ].join('\n'),
  );
  expect(saidText({ parts })).toBe('Look\na = 1');
  expect([messageText({ parts: ' a ' }), saidText({ parts: ' a ' })]).toEqual([' a ', ' a ']);
});

it('what is no block that is known is opaque, and as it came', () => {
  const blocks = messageBlocks({ parts });
  expect(blocks.map(({ type }) => type)).toEqual([
    'text',
    'tool_call',
    'tool_result',
    'image',
    'thinking',
    'document',
    'opaque',
    'opaque',
    'code',
  ]);
  expect(blocks.slice(6, 8)).toEqual([
    { type: 'opaque', value: parts[6] },
    { type: 'opaque', value: parts[7] },
  ]);
  expect(messageBlocks({ parts: 'a' })).toEqual([{ type: 'text', text: 'a' }]);
});

it('knows what a tool gave, whoever hands it on, and nothing else', () => {
  const result = { type: 'tool_result', id: 'c', content: [{ type: 'text', text: 'b' }] };
  const said = { type: 'text', text: 'Look' };
  const of = (role: string, given: Parameters<typeof isToolOutput>[0]['parts']) =>
    isToolOutput({ role, parts: given });
  expect([of('tool', 'b'), of('function', 'b'), of('user', [result])]).toEqual([true, true, true]);
  expect([of('user', 'b'), of('user', [said, result]), of('user', [])]).toEqual([false, false, false]);
});
