import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { memoryOf } from '../../../test/support/engine-definitions.ts';

const people = [
  ['Evan', 'Sam'],
  ['Ann', 'Ben'],
  ['Evan', 'Ann'],
] as const;

/** Thirty talks of a year, of which three say what is asked for. */
async function withTalks() {
  const harness = startApp();
  await harness.openEmpty();
  for (let at = 0; at < 30; at += 1) {
    const [first, second] = people[at % 3] ?? ['', ''];
    const told = [3, 4, 11].includes(at)
      ? `The ferry scanner shows error 4012, number ${at}.`
      : `Lunch was fine ${at}.`;
    const said = ['Good morning, how are you?', told, 'Tell me more on Friday.'];
    await harness.call('conversations.import', {
      id: `talk-${at}`,
      title: `Talk ${at}`,
      embedder: 'none',
      profiles: false,
      messages: said.map((parts, index) => ({
        id: `m${index}`,
        index,
        role: 'user',
        author: index === 1 ? second : first,
        parts,
        created_at: new Date(Date.UTC(2026, 0, 1 + at * 10, 9, index)).toISOString(),
      })),
    });
  }
  return harness;
}

const query = 'Why does the scanner show error 4012?';

it('finds messages in all conversations, by who takes part, when it was said and where', async () => {
  const { call, ask } = await withTalks();
  const found = async (more: object) => {
    const { messages, searched } = await call('conversations.search', { query, ...more });
    const best = messages.filter(({ index }) => index === 1).map(one => one.conversation_id);
    return [best.sort(), searched];
  };
  const { messages, retrieval } = await call('conversations.search', { query, topK: 3 });
  expect(retrieval).toBe('keyword');
  expect(messages[0]).toMatchObject({ index: 1, role: 'user', score: 1 });
  expect(messages[0]?.text).toMatch(/^The ferry scanner shows error 4012, number \d+\.$/);
  expect(await found({})).toEqual([['talk-11', 'talk-3', 'talk-4'], 30]);
  expect(await found({ participants: ['evan', 'Sam'] })).toEqual([['talk-3'], 10]);
  expect(await found({ scope: ['talk-4', 'talk-5'] })).toEqual([['talk-4'], 2]);
  expect(await found({ after: '2026-02-05T00:00:00Z', before: '2026-04-01T00:00:00Z' })).toEqual([
    ['talk-4'],
    5,
  ]);
  expect(await found({ query: 'zebra' })).toEqual([[], 30]);
  expect(await ask('conversations.search', { query, scope: ['nowhere'] })).toMatchObject({
    error: { code: 'not_found' },
  });
});

it.each([
  ['in zones of their own', '2026-02-04T01:00:00+05:00', '2026-02-03T23:30:00Z'],
  ['once in words', 'yesterday', '2026-02-03T23:30:00Z'],
  ['in words behind a time', '2026-02-03T23:30:00Z', 'yesterday'],
])(
  'finds by time what was said at times that are written %s, also in what was added',
  async (_, ...times) => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const messages = times.map((created_at, index) => ({
      id: created_at,
      index,
      role: 'user',
      parts: 'The ferry is late.',
      created_at,
    }));
    const options = { embedder: 'none', profiles: false } as const;
    await call('conversations.import', { id: 'whole', messages, ...options });
    for (const message of messages)
      await call('conversations.import', { id: 'added', append: true, messages: [message], ...options });
    const night = { after: '2026-02-03T23:00:00Z', before: '2026-02-04T00:00:00Z' };
    const found = await call('conversations.search', { query: 'ferry', ...night });
    expect(found.messages.map(one => [one.conversation_id, one.message_id]).sort()).toEqual([
      ['added', '2026-02-03T23:30:00Z'],
      ['whole', '2026-02-03T23:30:00Z'],
    ]);
  },
);

it('a secret in the title of a conversation, or in the name of who says something, is in no answer', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const secret = 'AKIAIOSFODNN7EXAMPLE';
  const message = { id: 'a', index: 0, role: 'user', author: `Ann ${secret}`, parts: 'The ferry is late.' };
  const id = 'talk';
  await call('conversations.import', {
    id,
    title: `The key ${secret}`,
    messages: [message],
    embedder: 'none',
  });
  const answers = [
    await call('conversations.search', { query: 'ferry' }),
    await call('conversations.get', { conversation_id: id }),
    await call('conversations.assemble', { conversation_id: id, user_message: 'When does the ferry leave?' }),
    await call('conversations.assemble', { user_message: 'When does the ferry leave?' }),
  ];
  for (const answer of answers.map(one => JSON.stringify(one))) {
    expect(answer).toContain('The ferry is late.');
    expect(answer).not.toContain(secret);
  }
});

it('is a step, and what documents.search says to use', async () => {
  const { call, ask } = await withTalks();
  const memory = memoryOf('talks', {
    pipeline: [{ type: 'conversation_search', params: { topK: 3, participants: ['Ben'] } }],
  });
  const { context, trace } = await call('assembly.preview', {
    request: { scope_variables: {}, input: { text: query }, explicit_memory: ['talks'], rule_engine_ids: [] },
    overlay: { memories: [memory] },
  });
  expect(trace.warnings).toEqual([]);
  const [first] = Object.values(context).flat();
  expect(first?.content).toBe(
    '[9:01 on 10 February 2026] Ben: The ferry scanner shows error 4012, number 4.',
  );
  expect(await ask('documents.search', { query, collection: 'conversation:talk-4' })).toMatchObject({
    error: { code: 'unsupported', message: expect.stringContaining('conversations.search') },
  });
});

it('a time that is none fails the step with words, also where a template brought it', async () => {
  const { call } = await withTalks();
  const memory = memoryOf('talks', {
    pipeline: [{ type: 'conversation_search', params: { after: '${since}' } }],
  });
  const { trace } = await call('assembly.preview', {
    request: {
      scope_variables: {},
      input: { text: query },
      additional_variables: { since: 'last week' },
      explicit_memory: ['talks'],
      rule_engine_ids: [],
    },
    overlay: { memories: [memory] },
  });
  expect(JSON.stringify(trace)).toContain('after is \\"last week\\", which is no time');
});

it('what was said in other conversations is in the context of a new one, and nothing where nothing is about it', async () => {
  const { call } = await withTalks();
  const l5 = async (user_message: string) => {
    const { metadata } = await call('conversations.assemble', { user_message, total_budget: 8000 });
    return metadata.sections.find(({ layer }) => layer === 'L5_jit')?.text ?? '';
  };
  expect((await l5(query)).match(/error 4012, number \d+/g)?.sort()).toEqual([
    'error 4012, number 11',
    'error 4012, number 3',
    'error 4012, number 4',
  ]);
  expect(await l5('How do I bake bread with zebras?')).toBe('');
});

it('agents add messages to a conversation and find them', async () => {
  const { ask, call } = await withTalks();
  const one = (parts: string) => ({ id: 'x', index: 0, role: 'user', parts });
  const add = (parts: string) =>
    ask('conversations.import', { id: 'own', append: true, messages: [one(parts)] }, { door: 'mcp' });
  expect([await add('The first.'), await add('The zeppelin.')]).toMatchObject([
    { value: { imported: [{ change: 'created', messages: 1 }] } },
    { value: { imported: [{ change: 'replaced', messages: 2 }] } },
  ]);
  const { messages } = await call('conversations.get', { conversation_id: 'own' });
  expect(messages.map(({ id, index, parts }) => [id, index, parts])).toEqual([
    ['x', 0, 'The first.'],
    ['m1', 1, 'The zeppelin.'],
  ]);
  const found = await call('conversations.search', { query: 'zeppelin' });
  expect(found.messages[0]).toMatchObject({ conversation_id: 'own', index: 1, text: 'The zeppelin.' });
});
