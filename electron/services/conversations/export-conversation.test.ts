import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shapeNames } from '../../../shared/shapes/shape-names.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { anyTalk, bodies } from '../../../test/support/shape-bodies.ts';
import { givenBack } from './export-conversation.ts';
import { readConversationFile } from './read-conversation-file.ts';

const fileOf = (name: (typeof shapeNames)[number], body: unknown, at = 0) =>
  name === 'claude_code' || name === 'codex' || name === 'fine_tuning'
    ? {
        name: `${name}${at}.jsonl`,
        text: linesOf(body)
          .map(line => JSON.stringify(line))
          .join('\n'),
      }
    : { name: `${name}${at}.json`, text: JSON.stringify(body) };
const linesOf = (body: unknown): readonly unknown[] => (Array.isArray(body) ? body : [body]);

describe.each(shapeNames)('%s', name => {
  it('is recognised in a file and given back equal to it', () => {
    fc.assert(
      fc.property(anyTalk, talk => {
        const body = bodies[name](talk);
        const { name: path, text } = fileOf(name, body);
        const { conversations, refused } = readConversationFile({ path, text }, undefined);
        expect([refused, conversations.map(({ format }) => format)]).toEqual([[], [name]]);
        const [{ kept, messages } = { messages: [] }] = conversations;
        expect(kept && givenBack(kept, messages)).toEqual({ body, notes: [] });
      }),
      { numRuns: propertyRuns(100, 1 / 4) },
    );
  });

  it('is stored and exported equal to it, and in another shape', async () => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const talks = fc.sample(anyTalk, { numRuns: propertyRuns(100, 1 / 10) / 20, seed: 4 });
    for (const [at, talk] of talks.entries()) {
      const body = bodies[name](talk);
      const { imported } = await call('conversations.import', {
        files: [fileOf(name, body, at)],
        embedder: 'none',
        profiles: false,
      });
      const conversation_id = imported[0]?.id ?? '';
      expect(await call('conversations.export', { conversation_id })).toEqual({
        shape: name,
        body,
        notes: [],
      });
      const other = name === 'anthropic' ? 'gemini' : 'anthropic';
      const { body: made } = await call('conversations.export', { conversation_id, shape: other });
      expect(made).toHaveProperty(other === 'anthropic' ? 'messages' : 'contents');
    }
  });
});

it('plain messages come back in their own words, and in those of a shape where it is asked for', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const bodies = {
    speakers: [
      { speaker: 'Ann', text: 'a' },
      { speaker: 'Ben', text: 'b' },
    ],
    roles: [{ role: 'user', content: 'a', mood: 'fine' }],
  };
  const files = Object.entries(bodies).map(([name, body]) => ({
    name: `${name}.json`,
    text: JSON.stringify(body),
  }));
  await call('conversations.import', { files, embedder: 'none' });
  const exported = async (conversation_id: string, shape?: 'openai_chat') =>
    (await call('conversations.export', { conversation_id, ...(shape && { shape }) })).body;
  expect(await exported('speakers')).toEqual(bodies.speakers);
  expect(await call('conversations.export', { conversation_id: 'speakers' })).not.toHaveProperty('shape');
  expect(await exported('speakers', 'openai_chat')).toEqual({
    messages: [
      { role: 'user', content: 'Ann: a' },
      { role: 'assistant', content: 'Ben: b' },
    ],
  });
  expect(await exported('roles', 'openai_chat')).toEqual(bodies.roles);
});

it('messages that were added are entries like the others; a shape that only its program makes is refused', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const request = { model: 'm', messages: [{ role: 'user', content: 'a', name: 'Ann' }] };
  await call('conversations.import', {
    files: [{ name: 'talk.json', text: JSON.stringify(request) }],
    embedder: 'none',
  });
  const added = { id: 'x', index: 0, role: 'assistant', parts: 'b' };
  await call('conversations.import', { id: 'talk', messages: [added], append: true, embedder: 'none' });
  const { body } = await call('conversations.export', { conversation_id: 'talk' });
  expect(body).toEqual({ ...request, messages: [...request.messages, { role: 'assistant', content: 'b' }] });
  await expect(call('conversations.export', { conversation_id: 'talk', shape: 'chatgpt' })).rejects.toThrow(
    'unsupported: only its own program makes a ChatGPT export',
  );
});
