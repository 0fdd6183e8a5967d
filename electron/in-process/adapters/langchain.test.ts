import { expect, it } from 'vitest';
import { engineAdding, memoryOf, requestOf, staticStep } from '../../../test/support/engine-definitions.ts';
import { createWeft } from '../create-weft.ts';
import { storesOfBaseStore, weftMessages, weftPreModelHook } from './langchain.ts';

/** As LangChain's classes are built: what made a message is kept beside what it has. */
class Message {
  readonly lc_kwargs: object;
  content: unknown = '';
  constructor(fields: object) {
    this.lc_kwargs = fields;
    Object.assign(this, fields);
  }
  getType(): string {
    return 'human';
  }
}
class Answer extends Message {
  override getType = () => 'ai';
}
class Result extends Message {
  override getType = () => 'tool';
}

const open = () =>
  createWeft({
    engines: [engineAdding('all', 'notes')],
    memories: [memoryOf('notes', { pipeline: [staticStep('A note.')] })],
  });

const call = { id: 'c', name: 'read', args: { file: 'a' } };

it('puts the context into what the user said, as a message of the same class, and leaves the others what they are', async () => {
  const given = [
    new Message({ content: 'hello' }),
    new Answer({ content: 'hi' }),
    new Message({ content: 'go', id: 'm' }),
  ];
  const prepared = await weftMessages(await open())(given);
  expect([prepared[0] === given[0], prepared[1] === given[1], prepared.length]).toEqual([true, true, 3]);
  expect(prepared[2]).toBeInstanceOf(Message);
  expect(prepared[2]).toMatchObject({
    id: 'm',
    content: expect.stringMatching(/^<context>[\s\S]*A note\.[\s\S]*\n\ngo$/),
  });
  expect(prepared[2]?.lc_kwargs).toMatchObject({ content: prepared[2]?.content });
  expect(given[2]?.content).toBe('go');
});

it('keeps parts as parts, calls with their results, and cuts results within the budget', async () => {
  const long = 'x'.repeat(20_000);
  const given = [
    new Message({ content: [{ type: 'text', text: 'read it' }] }),
    new Answer({ content: '', tool_calls: [call] }),
    new Result({ content: long, tool_call_id: 'c' }),
  ];
  const { llmInputMessages } = await weftPreModelHook(await open(), { budget: 1_500 })({ messages: given });
  expect(llmInputMessages.map(message => message.getType())).toEqual(['human', 'ai', 'tool']);
  expect(llmInputMessages[1]).toBe(given[1]);
  expect(llmInputMessages[2]).toMatchObject({
    tool_call_id: 'c',
    content: expect.stringMatching(/characters left out/),
  });
  expect(llmInputMessages[0]?.content).toEqual([
    { type: 'text', text: expect.stringMatching(/^<context>/) },
    { type: 'text', text: 'read it' },
  ]);
});

it('takes a call that nothing answered out of all that a message has of it, and leaves the message it was given', async () => {
  const other = { ...call, id: 'd' };
  const content = [
    { type: 'text', text: 'so' },
    ...[call, other].map(({ id }) => ({ type: 'tool_use', id })),
  ];
  const raw = [call, other].map(({ id }) => ({ id, function: { name: 'read', arguments: '{}' } }));
  const torn = new Answer({ content, tool_calls: [call, other], additional_kwargs: { tool_calls: raw } });
  const given = [
    new Message({ content: 'read it' }),
    torn,
    new Result({ content: 'x', tool_call_id: 'd' }),
    new Message({ content: 'go on' }),
  ];
  const how = { budget: 5_000, request: () => null };
  const prepared = await weftMessages(await open(), how)(given);
  expect(prepared[1]).toBeInstanceOf(Answer);
  const left = {
    content: [content[0], content[2]],
    tool_calls: [other],
    additional_kwargs: { tool_calls: [raw[1]] },
  };
  expect(prepared[1]).toMatchObject({ ...left, lc_kwargs: left });
  expect(prepared.map((message, at) => message === given[at])).toEqual([true, false, true, true]);
  expect(torn.content).toBe(content);
  const alone = given.toSpliced(2, 1);
  const [, mended] = await weftMessages(await open(), how)(alone);
  expect(mended).toMatchObject({ content: [content[0]], tool_calls: [], additional_kwargs: {} });
});

it('puts the context behind results that a user gives in the same message', async () => {
  const results = { type: 'tool_result', tool_use_id: 'c', content: 'x' };
  const given = [
    new Message({ content: 'read it' }),
    new Answer({ content: [{ type: 'tool_use', id: 'c', name: 'read', input: {} }] }),
    new Message({ content: [results, { type: 'text', text: 'go on' }] }),
  ];
  const prepared = await weftMessages(await open())(given);
  expect(prepared.slice(0, 2)).toEqual(given.slice(0, 2));
  expect(prepared[2]?.content).toMatchObject([
    results,
    { type: 'text', text: expect.stringMatching(/^<context>/) },
    { type: 'text', text: 'go on' },
  ]);
});

it('tells what was left out in a message of a user', async () => {
  const given = Array.from({ length: 40 }, (_, at) =>
    at % 2 === 0
      ? new Message({ content: `question ${at} ${'word '.repeat(40)}` })
      : new Answer({ content: `answer ${at}` }),
  ).slice(0, 39);
  const prepared = await weftMessages(await open(), { budget: 600, request: () => null })(given);
  expect(prepared.length).toBeLessThan(20);
  expect(prepared[0]).toBeInstanceOf(Message);
  expect(prepared.at(-1)).toBe(given.at(-1));
});

it('lets memories ask for what a store of LangGraph has', async () => {
  const at = new Date('2026-11-21T10:00:00.000Z');
  const item = {
    namespace: ['users', 'ada'],
    key: 'taste',
    value: { content: 'short' },
    createdAt: at,
    updatedAt: at,
  };
  const stores = storesOfBaseStore({
    get: async (namespace, key) => (namespace.join('/') === 'users/ada' && key === 'taste' ? item : null),
    search: async (prefix, { query } = {}) => [
      { ...item, score: query === 'short' && prefix[0] === 'users' ? 0.9 : 0.1 },
    ],
    listNamespaces: async () => [['users', 'ada']],
  });
  const pipeline = (type: 'kv_get' | 'document_search', params: object) => ({
    pipeline: [{ type, params: { ...params } }],
  });
  const weft = await createWeft({
    engines: [engineAdding('all', 'keys', 'found')],
    memories: [
      memoryOf('keys', pipeline('kv_get', { instance: 'users', namespace: 'ada', keys: ['taste', 'none'] })),
      memoryOf('found', pipeline('document_search', { query: 'short', collection: 'users', minScore: 0.5 })),
    ],
    stores,
  });
  const { trace, context } = await weft.assemble(requestOf());
  expect(trace.memory_calls.map(({ status, items }) => [status, items])).toEqual([
    ['ok', 1],
    ['ok', 1],
  ]);
  expect(context.knowledge?.[0]).toMatchObject({
    content: 'short',
    source: { ref: 'users/ada/taste', trust: 'agent' },
  });
});
