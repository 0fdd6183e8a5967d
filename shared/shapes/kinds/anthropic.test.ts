import { expect, it } from 'vitest';
import { anthropic } from './anthropic.ts';

const mark = { cache_control: { type: 'ephemeral' } };
const tool = { name: 'read', input_schema: { type: 'object' } };
const body = {
  model: 'claude-sonnet',
  system: 'Be brief.',
  tools: [tool],
  messages: [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'read', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'x' }] },
    { role: 'assistant', content: 'b' },
    { role: 'user', content: 'c' },
  ],
};

it('marks what a cache should hold: behind tools and system, and behind the last two users', () => {
  expect(anthropic.mark(body)).toEqual({
    ...body,
    system: [{ type: 'text', text: 'Be brief.', ...mark }],
    messages: [
      ...body.messages.slice(0, 2),
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'x', ...mark }] },
      body.messages[3],
      { role: 'user', content: [{ type: 'text', text: 'c', ...mark }] },
    ],
  });
  const { system: _, ...bare } = body;
  expect(anthropic.mark(bare)).toMatchObject({ tools: [{ ...tool, ...mark }] });
});

it('leaves the marks that a caller set, and counts none of them', () => {
  const own = { ...body, tools: [{ ...tool, ...mark }] };
  expect(anthropic.mark(own)).toBe(own);
  expect(anthropic.read(own).standing).toEqual(anthropic.read(body).standing);
  expect(anthropic.read(anthropic.mark(body)).standing).toEqual(anthropic.read(body).standing);
});
