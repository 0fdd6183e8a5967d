import OpenAI from 'openai';
import { expect, it } from 'vitest';
import { memoryOf, staticStep } from '../../test/support/engine-definitions.ts';
import { type ScriptedChat, startScriptedChat } from '../../test/support/scripted-chat.ts';
import { createWeft } from './create-weft.ts';
import type { PrepareOptions, WeftSettings } from './weft-types.ts';

const notes = memoryOf('notes', { pipeline: [staticStep('Write in TypeScript.')] });
const rule = {
  name: 'Plans',
  when: [{ field: 'input.text', operator: 'contains' as const, value: 'plan' }],
  then: { add_memories: ['notes'] },
};

async function start(options: PrepareOptions = {}, settings: WeftSettings = {}) {
  const chat = await startScriptedChat();
  const weft = await createWeft({
    engines: [{ name: 'All', rules: [rule] }],
    memories: [notes],
    ...settings,
  });
  const client = new OpenAI({ apiKey: 'none', baseURL: chat.address, maxRetries: 0 });
  return { chat, weft, client, wrapped: weft.wrap(client, options) };
}

const talk = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'hello' },
  { role: 'assistant', content: 'hello' },
  { role: 'user', content: 'plan the release' },
] as const;

const sent = ({ bodies }: ScriptedChat, at = 0): unknown[] => bodies[at]?.messages as unknown[];

it('adds what the rules choose before what the user said last, and leaves the caller with what it gave', async () => {
  const { chat, wrapped } = await start();
  const body = { model: 'm', messages: [...talk] };
  const completion = await wrapped.chat.completions.create(body);
  expect(completion.choices[0]?.message.content).toBe('done');
  expect(body.messages).toEqual(talk);
  expect(sent(chat)).toEqual([
    ...talk.slice(0, 3),
    {
      role: 'user',
      content: expect.stringMatching(/^<context>[\s\S]*Write in TypeScript\.[\s\S]*<\/context>\n$/),
    },
    talk[3],
  ]);
});

it('adds nothing where no rule fires or nobody asks, and puts it behind the instructions where that is said', async () => {
  const { chat, weft, client, wrapped } = await start();
  await wrapped.chat.completions.create({ model: 'm', messages: [...talk.slice(0, 2)] });
  await weft
    .wrap(client, { request: () => null })
    .chat.completions.create({ model: 'm', messages: [...talk] });
  await weft.wrap(client, { place: 'system' }).chat.completions.create({ model: 'm', messages: [...talk] });
  await wrapped.responses.create({ model: 'm', instructions: 'Be brief.', input: 'plan it' });
  await weft
    .wrap(client, { place: 'system' })
    .responses.create({ model: 'm', instructions: 'Be brief.', input: 'plan it' });
  expect([sent(chat), sent(chat, 1)]).toEqual([talk.slice(0, 2), talk]);
  expect(sent(chat, 2).map(message => (message as { role: string }).role)).toEqual([
    'system',
    'system',
    'user',
    'assistant',
    'user',
  ]);
  expect(chat.bodies[3]?.input).toEqual([
    { role: 'user', content: expect.stringContaining('TypeScript') },
    { role: 'user', content: 'plan it' },
  ]);
  expect(chat.bodies[4]).toMatchObject({
    instructions: expect.stringMatching(/^Be brief\.\n\n<context>/),
    input: 'plan it',
  });
});

it('keeps the whole within the budget, its own context included, and refuses what cannot be', async () => {
  const told: number[] = [];
  const { chat, weft, client } = await start();
  const wrapped = weft.wrap(client, {
    budget: 300,
    onPrepared: ({ report }) => told.push(report?.summarised ?? 0),
  });
  const long = Array.from({ length: 20 }, (_, index) => [
    { role: 'user' as const, content: `question ${index} ${'word '.repeat(30)}` },
    { role: 'assistant' as const, content: `answer ${index}` },
  ]).flat();
  await wrapped.chat.completions.create({ model: 'm', messages: [...long, talk[3]] });
  const { report } = await weft.fit(chat.bodies[0] ?? {}, { budget: 100_000 });
  expect(report.tokens_before).toBeLessThanOrEqual(300);
  expect(told[0]).toBeGreaterThan(10);
  await expect(
    weft.wrap(client, { budget: 20 }).chat.completions.create({ model: 'm', messages: [...talk] }),
  ).rejects.toMatchObject({ code: 'message_too_long' });
});

it('goes through the helpers of the client: streams, parsing, the raw response, other options', async () => {
  const { chat, wrapped } = await start();
  const body = { model: 'm', messages: [...talk] };
  const { data, response } = await wrapped.chat.completions.create(body).withResponse();
  expect([data.id, response.status]).toEqual(['chatcmpl-1', 200]);
  expect((await wrapped.chat.completions.create(body).asResponse()).headers.get('content-type')).toMatch(
    /json/,
  );
  const pieces: string[] = [];
  for await (const chunk of await wrapped.chat.completions.create({ ...body, stream: true }))
    pieces.push(chunk.choices[0]?.delta.content ?? '');
  expect(pieces.join('')).toBe('done');
  expect(await wrapped.chat.completions.stream(body).finalContent()).toBe('done');
  expect((await wrapped.chat.completions.parse(body)).choices[0]?.message.content).toBe('done');
  await wrapped.withOptions({ timeout: 60_000 }).chat.completions.create(body);
  expect(chat.bodies.map((_, at) => sent(chat, at).length)).toEqual(Array(chat.bodies.length).fill(5));
  expect(chat.bodies).toHaveLength(6);
});

it('knows by the call which shape a request has, whatever its model is called', async () => {
  const { chat, weft, client } = await start();
  const sentTo: object[] = [];
  const anthropic = { messages: { create: async (body: object) => void sentTo.push(body) } };
  const messages = [{ role: 'user' as const, content: 'plan the release' }];
  const context = expect.stringMatching(/^<context>/);
  const model = 'anthropic/claude-sonnet-4.5';
  await weft.wrap(client, { place: 'system' }).chat.completions.create({ model, messages });
  await weft.wrap(anthropic, { place: 'system' }).messages.create({ model: 'kimi-k2', messages });
  expect(chat.bodies[0]).toEqual({ model, messages: [{ role: 'system', content: context }, ...messages] });
  expect(sentTo[0]).toEqual({ model: 'kimi-k2', messages, system: context });
});

it('hands on what has nothing to prepare: a stored prompt goes as it is, what is said beside one does not', async () => {
  const { chat, wrapped } = await start({ budget: 300 });
  const prompt = { id: 'pmpt_1' };
  await wrapped.responses.create({ model: 'm', prompt });
  await wrapped.responses.create({ prompt, input: 'plan it' });
  expect(chat.bodies).toEqual([
    { model: 'm', prompt },
    {
      prompt,
      input: [
        { role: 'user', content: expect.stringContaining('TypeScript') },
        { role: 'user', content: 'plan it' },
      ],
    },
  ]);
});

it('lets the client judge what is no request, and fails as the client does', async () => {
  const { wrapped, client, weft } = await start();
  const broken = wrapped.chat.completions.create(
    { model: 'm', messages: [{ role: 'user', content: 'plan' }] },
    { path: '/x' },
  );
  await expect(broken).rejects.toBeInstanceOf(OpenAI.APIError);
  expect(wrapped.baseURL).toBe(client.baseURL);
  expect(() => weft.wrap({ complete: () => 'x' })).toThrow(/has none of chat\.completions\.create/);
});
