import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { format, inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { contract, type Input } from '../../shared/contract/contract.ts';
import type { StreamedEvent } from '../../shared/contract/events.ts';
import { type GoldenCase, readGolden } from '../../test/conformance/read-golden.ts';
import { serveApp } from '../../test/support/served-app.ts';
import { writeTree } from '../../test/support/temporary-folder.ts';
import { createClient, WeftError } from './create-client.ts';

// Each test has a server of its own.
vi.setConfig({ testTimeout: 60_000 });

const memory = {
  label: 'Notes',
  retrieval: { pipeline: [{ type: 'static' as const, params: { items: ['one'] } }] },
  contribution: { section: 'knowledge' as const, priority: 'high' as const, format: 'bullet_list' as const },
};
const rules = [
  {
    name: 'In planning',
    priority: 10,
    when: [{ field: 'addVar.phase', operator: 'eq' as const, value: 'planning' }],
    then: { add_memories: ['notes'] },
  },
];
const request = { scope_variables: {}, additional_variables: { phase: 'planning' } };

async function connect() {
  const app = await serveApp();
  await app.openEmpty();
  return { app, client: createClient({ url: app.origin, token: app.token }) };
}

/** What a call failed with, as plain data. */
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error instanceof WeftError && { code: error.code, details: error.details },
  );

describe('the client as the source shows it', () => {
  it('writes memories and rules, then gets the context they make', async () => {
    const { client } = await connect();
    const { contextRuleEngine, contextAssembly, persistentMemory } = client;
    const notes = await persistentMemory.create(memory);
    const engine = await contextRuleEngine.create({
      name: 'Planning',
      description: 'While planning',
      enabled: true,
      rules,
    });
    const result = await contextAssembly.getContext({ ...request, constraints: { max_tokens: 8000 } });
    expect({
      ids: [notes.id, engine.id, engine.rules[0]?.id],
      contents: result.context.knowledge?.map(item => item.content),
      valid: (await contextAssembly.validate(request)).valid,
      types: (await contextAssembly.listMemoryTypes()).map(type => type.id),
      matched: (await contextAssembly.evaluateRules(request)).matchedMemories,
      required: await contextAssembly.getRequiredVariables(['notes']),
      one: (await contextRuleEngine.evaluate(request, { engineId: engine.id, explain: true }))
        .engineResults[0]?.rules?.[0]?.outcome,
      variables: (await contextRuleEngine.getPossibleVariables())
        .map(variable => variable.name)
        .includes('addVar.phase'),
    }).toEqual({
      ids: ['notes', 'planning', 'in-planning'],
      contents: ['one'],
      valid: true,
      types: ['notes'],
      matched: ['notes'],
      required: { scope_variables: [], additional_variables: {} },
      one: 'fired',
      variables: true,
    });
  });

  it('changes, lists and deletes engines and their rules', async () => {
    const { client } = await connect();
    const { contextRuleEngine: engines } = client;
    const { id } = await engines.create({ name: 'Planning', rules });
    const added = await engines.addRule(id, { name: 'Always', when: [], then: { add_memories: [] } });
    const updated = await engines.updateRule(id, added.id, { priority: 3 });
    await engines.deleteRule(id, 'in-planning');
    const disabled = await engines.update(id, { enabled: false });
    expect([
      updated.priority,
      disabled.rules.map(rule => rule.id),
      await engines.list(),
      await engines.get(id),
    ]).toEqual([3, ['always'], [disabled], disabled]);
    expect([await engines.delete(id), await engines.list()]).toEqual([{ deleted: id }, []]);
  });

  it('changes, copies, runs, takes along and deletes memory types', async () => {
    const { client } = await connect();
    const { persistentMemory: memories } = client;
    const { id } = await memories.create(memory);
    const changed = await memories.update(id, { label: 'Other' });
    const copy = await memories.duplicate(id, { to: 'copy' });
    const run = await memories.execute(id, request);
    const { filename, text } = await memories.export(id);
    await memories.delete(id);
    const report = await memories.import({ files: [{ name: filename, text }], on_conflict: 'keep' });
    expect([
      copy.label,
      run.items.map(item => item.content),
      report.imported.map(one => one.change),
      await memories.get(id),
      (await memories.list()).map(one => one.id),
      (await memories.validate(changed)).valid,
      Object.keys(await memories.stepSpecs()).includes('static'),
    ]).toEqual([
      'Other copy',
      ['one'],
      ['created'],
      { ...changed, origin: 'import' },
      ['copy', 'notes'],
      true,
      true,
    ]);
  });

  it('sends the thread and the request id of a call', async () => {
    const { client } = await connect();
    const when = [{ field: 'scope.thread.thread_id', operator: 'eq' as const, value: 't-1' }];
    await client.contextRuleEngine.create({
      name: 'Threads',
      rules: [{ name: 'On t-1', when, then: { add_memories: [] } }],
    });
    const result = await client.contextAssembly.getContext(request, { threadId: 't-1', requestId: 'r-1' });
    expect([result.request_id, result.trace.rules_applied.map(rule => rule.rule_name)]).toEqual([
      'r-1',
      ['On t-1'],
    ]);
  });

  it('keeps keys that nobody knows, also __proto__', async () => {
    const { client } = await connect();
    const odd: typeof memory = JSON.parse(`{ "__proto__": { "a": 1 }, ${JSON.stringify(memory).slice(1)}`);
    const stored = await client.persistentMemory.create(odd);
    expect(Object.getOwnPropertyDescriptor(stored, '__proto__')?.value).toEqual({ a: 1 });
  });
});

describe('failures', () => {
  it('carry the code and the details of the server', async () => {
    const { app, client } = await connect();
    const { hash } = await app.call('engines.create', { engine: { name: 'Planning' } });
    await client.contextRuleEngine.update('planning', { description: 'by another' });
    const wrong = { constraints: { max_tokens: -1 } } as unknown as Input<'assembly.assemble'>['request']; // wrong on purpose
    const stranger = createClient({ url: app.origin, token: 'wrong' });
    expect([
      await failure(client.contextAssembly.getContext(wrong)),
      await failure(client.contextRuleEngine.get('absent')),
      await failure(client.contextRuleEngine.update('planning', { enabled: false }, { expectedHash: hash })),
      await failure(stranger.call('engines.list')),
    ]).toMatchObject([
      {
        code: 'invalid_input',
        details: { errors: [{ path: 'scope_variables' }, { path: 'constraints.max_tokens' }] },
      },
      { code: 'not_found' },
      { code: 'conflict' },
      { code: 'unauthorized' },
    ]);
  });

  it('tell that nobody answers, or somebody else', async () => {
    const stranger = createServer((_, response) => response.end('<html>'));
    await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo; // it listens on TCP
    const url = `http://127.0.0.1:${port}`;
    const answered = await failure(createClient({ url }).call('engines.list'));
    await new Promise(resolve => stranger.close(resolve));
    expect([answered, await failure(createClient({ url }).call('engines.list'))]).toMatchObject([
      { code: 'unreachable' },
      { code: 'unreachable' },
    ]);
  });

  it.each([undefined, 'nowhere', 'file:///etc/passwd'])('refuse the address %s at once', url => {
    expect(() => createClient({ url })).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });

  it('do not hide what the own hearing of warnings throws, since the call is done by then', async () => {
    const { client, app } = await connect();
    const folder = (await app.call('project.info', {})).path ?? '';
    await writeTree(folder, { '.codebolt/context-rule-engines/begun.json': '{' });
    const mine = new Error('the log is closed');
    const onWarning = () => {
      throw mine;
    };
    await expect(client.call('engines.list', {}, { onWarning })).rejects.toBe(mine);
  });

  it('tell what cannot be sent as that, and not as a server that does not answer', async () => {
    const { client } = await connect();
    const circle: { self?: object } = {};
    circle.self = circle;
    const said = (call: Promise<unknown>) =>
      call.then(
        () => 'answered',
        (error: unknown) => error instanceof WeftError && `${error.code}: ${error.message.split('\n')[0]}`,
      );
    expect([
      await said(client.call('kv.set', { instance: 'i', namespace: 'n', key: 'k', value: circle })),
      await said(client.call('kv.set', { instance: 'i', namespace: 'n', key: 'k', value: 1n })),
      await said(client.call('project.info', {}, { requestId: 'two\nlines' })),
    ]).toEqual([
      'invalid_input: the input is no JSON: Converting circular structure to JSON',
      'invalid_input: the input is no JSON: Do not know how to serialize a BigInt',
      'invalid_input: requestId cannot be sent: it holds a line break or another control',
    ]);
  });

  it('tell what is too large without sending it, counted in bytes', async () => {
    // Nobody listens there.
    const nowhere = createClient({ url: 'http://127.0.0.1:9', token: 'x' });
    const sent = (title: string) => failure(nowhere.call('project.open', { path: title }));
    const most = 8 * 1024 * 1024 - '{"path":""}'.length;
    expect((await sent('x'.repeat(most))) || {}).toMatchObject({ code: 'unreachable' });
    for (const title of ['x'.repeat(most + 1), 'ä'.repeat(most / 2 + 1), '会'.repeat(most / 3 + 1)])
      expect(await sent(title)).toEqual({ code: 'too_large', details: undefined });
  });

  it.each([Infinity, 30 * 86_400_000])('wait %d ms where they are told to', async timeoutMs => {
    const { client } = await connect();
    expect(await client.call('project.info', {}, { timeoutMs })).toMatchObject({ open: true });
  });

  it.each([0.5, 0, -1, -Infinity])(
    'wait %d ms, which is hardly anything, where they are told to',
    async timeoutMs => {
      const server = createServer(() => {}).listen(0);
      onTestFinished(() => void server.close());
      const { port } = server.address() as AddressInfo; // of a port it is one
      const silent = createClient({ url: `http://127.0.0.1:${port}`, timeoutMs });
      expect(await failure(silent.call('project.info'))).toMatchObject({ code: 'deadline' });
    },
  );

  it.each([Number.NaN, '5000' as unknown as number])(
    'refuse the time %s by the name of the option',
    async timeoutMs => {
      const client = createClient({ url: 'http://127.0.0.1:9' });
      const asked = client.call('project.info', {}, { timeoutMs });
      await expect(asked).rejects.toMatchObject({
        code: 'invalid_input',
        message: `timeoutMs: must be a number of milliseconds, not ${timeoutMs}`,
      });
    },
  );

  it('tell that the caller stopped, or had waited long enough', async () => {
    const silent = createServer();
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const { port } = silent.address() as AddressInfo; // it listens on TCP
    const client = createClient({ url: `http://127.0.0.1:${port}`, timeoutMs: 20 });
    const stop = new AbortController();
    const stopped = failure(client.call('engines.list', {}, { signal: stop.signal, timeoutMs: 60_000 }));
    stop.abort();
    expect([await stopped, await failure(client.call('engines.list'))]).toMatchObject([
      { code: 'aborted' },
      { code: 'deadline' },
    ]);
  });
});

describe('events', () => {
  const names = (events: readonly StreamedEvent[]) => events.map(({ event }) => event);

  it('of one assembly come in order, numbered, and of no other', async () => {
    const { client } = await connect();
    const events: StreamedEvent[] = [];
    const subscription = client.events.subscribe(event => events.push(event), { requestId: 'mine' });
    await subscription.ready;
    await client.contextAssembly.getContext(request, { requestId: 'other' });
    await client.contextAssembly.getContext(request, { requestId: 'mine' });
    await expect
      .poll(() => names(events))
      .toEqual(['contextAssembly:started', 'contextAssembly:rulesEvaluated', 'contextAssembly:complete']);
    expect(events.map(event => 'seq' in event && event.seq)).toEqual([1, 2, 3]);
    subscription.close();
  });

  it('of definitions come until it is closed', async () => {
    const { client } = await connect();
    const events: StreamedEvent[] = [];
    const stop = new AbortController();
    await client.events.subscribe(event => events.push(event), { signal: stop.signal }).ready;
    await client.persistentMemory.create(memory);
    await expect.poll(() => names(events)).toEqual(['persistentMemory:created']);
    stop.abort();
    await client.persistentMemory.delete('notes');
    await client.persistentMemory.list();
    expect(names(events)).toEqual(['persistentMemory:created']);
  });

  it('are refused to a wrong token, once and for all', async () => {
    const { app } = await connect();
    const subscription = createClient({ url: app.origin, token: 'wrong' }).events.subscribe(() => {});
    expect(await failure(subscription.ready)).toMatchObject({ code: 'unauthorized' });
  });

  it('are refused by what names no request, with the reason', async () => {
    const { client } = await connect();
    const requestId: string = JSON.parse('42');
    const subscription = client.events.subscribe(() => {}, { requestId });
    expect(await failure(subscription.ready)).toMatchObject({ code: 'invalid_input' });
    await expect(subscription.ready).rejects.toThrow('subscribe.request_id');
  });

  it('say so when nobody answers, or the caller had stopped before', async () => {
    const { events } = createClient({ url: 'http://127.0.0.1:1' });
    const stopped = events.subscribe(() => {}, { signal: AbortSignal.abort() });
    expect([await failure(events.subscribe(() => {}).ready), await failure(stopped.ready)]).toMatchObject([
      { code: 'unreachable' },
      { code: 'aborted' },
    ]);
  });

  it('tell that they end where the server has another token by now, and nothing of an end that was asked for', async () => {
    const { sockets } = watchSockets();
    const { client } = await connect();
    const ends: string[] = [];
    const onEnd = ({ code }: { readonly code: string }) => ends.push(code);
    const subscription = client.events.subscribe(() => {}, { onEnd });
    const closed = client.events.subscribe(() => {}, { onEnd });
    await Promise.all([subscription.ready, closed.ready]);
    closed.close();
    sockets[0]?.close(4401);
    await expect.poll(() => ends).toEqual(['unauthorized']);
    const refused = client.events.subscribe(() => {}, { onEnd, signal: AbortSignal.abort() });
    expect(await failure(refused.ready)).toMatchObject({ code: 'aborted' });
    expect(ends).toEqual(['unauthorized']);
  });

  it('tell how many were missed while the connection was down', async () => {
    const line = watchSockets();
    const { client } = await connect();
    const [events, gaps]: [StreamedEvent[], (number | null)[]] = [[], []];
    const subscription = client.events.subscribe(event => events.push(event), {
      onGap: gap => gaps.push(gap),
    });
    await subscription.ready;
    await line.cut();
    await client.persistentMemory.create(memory);
    await client.persistentMemory.delete('notes');
    line.isCut = false;
    await expect.poll(() => gaps).toEqual([2]);
    await client.persistentMemory.create(memory);
    await expect.poll(() => names(events)).toEqual(['persistentMemory:created']);
    expect(gaps).toEqual([2]);
    subscription.close();
  });

  it('of one assembly tell no number that is of all', async () => {
    const { sockets } = watchSockets();
    const { client } = await connect();
    const gaps: (number | null)[] = [];
    const onGap = (gap: number | null) => gaps.push(gap);
    const subscription = client.events.subscribe(() => {}, { requestId: 'one', onGap });
    await subscription.ready;
    await client.persistentMemory.create(memory);
    sockets[0]?.close();
    await expect.poll(() => gaps).toEqual([null]);
    subscription.close();
  });

  it('tell that nobody knows what was missed when the server was started anew', async () => {
    const { app, client } = await connect();
    const gaps: (number | null)[] = [];
    const subscription = client.events.subscribe(() => {}, { onGap: gap => gaps.push(gap) });
    await subscription.ready;
    await app.restart();
    await expect.poll(() => gaps).toEqual([null]);
    subscription.close();
  });
});

/** All sockets that are opened from now on, and a way to keep new ones from reaching anybody. */
function watchSockets() {
  const sockets: WebSocket[] = [];
  const line = {
    sockets,
    isCut: false,
    async cut() {
      line.isCut = true;
      for (const socket of sockets) {
        const closed = once(socket, 'close');
        socket.close();
        await closed;
      }
    },
  };
  class Watched extends WebSocket {
    constructor(address: string | URL) {
      super(line.isCut ? nobody : address);
      sockets.push(this);
    }
  }
  vi.stubGlobal('WebSocket', Watched);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return line;
}

/** Nothing listens at the first port. */
const nobody = 'ws://127.0.0.1:1';

// The file's shape is told in its README.
const { cases } = readGolden('evaluations') as { cases: GoldenCase<Input<'rules.evaluate'>, object>[] };

it('the golden evaluations agree through the client, with engines of the call and of the project', async () => {
  const { client } = await connect();
  for (const { input, expect: expected } of cases) {
    const given = await client.call('rules.evaluate', input);
    const engines = input.engines ?? [];
    for (const engine of engines) await client.contextRuleEngine.create(engine);
    const stored = await client.contextRuleEngine.evaluate(input.request);
    for (const { id } of engines) await client.contextRuleEngine.delete(id);
    expect([given, stored]).toMatchObject([expected, expected]);
  }
});

it('a subscription has caught up when everything was heard that was told before', async () => {
  const { app, client } = await connect();
  const heard: StreamedEvent[] = [];
  const gaps: unknown[] = [];
  const subscription = client.events.subscribe(event => heard.push(event), {
    requestId: 'mine',
    onGap: missed => gaps.push(missed),
  });
  await subscription.ready;
  await app.call('assembly.assemble', { request: { ...request, request_id: 'other' } });
  await app.call('assembly.assemble', { request: { ...request, request_id: 'mine' } });
  await subscription.caughtUp();
  const last = heard.at(-1)?.event;
  subscription.close();
  await subscription.caughtUp();
  expect([last, gaps]).toEqual(['contextAssembly:complete', []]);
});

it('what was read brings the hash that guards the next change, and never sends it back', async () => {
  const { client } = await connect();
  for (const [store, draft, changes] of [
    [client.contextRuleEngine, { name: 'Planning', rules }, { name: 'Second' }],
    [client.persistentMemory, memory, { label: 'Second' }],
  ] as const) {
    const created = await store.create(draft as never); // each its own
    const read = await store.get(created.id);
    expect([read.hash, Object.keys(read).includes('hash')]).toEqual([created.hash, false]);
    const changed = await store.update(read.id, changes, { expectedHash: read.hash });
    expect(changed.hash).not.toBe(read.hash);
    expect(await failure(store.update(read.id, changes, { expectedHash: read.hash }))).toMatchObject({
      code: 'conflict',
    });
    const inOne = { ...changes, expected_hash: read.hash };
    expect(await failure(store.update(read.id, inOne))).toMatchObject({ code: 'conflict' });
    expect(await failure(store.update(read.id, inOne, { expectedHash: changed.hash }))).toMatchObject({
      code: 'invalid_input',
    });
    await store.update(read.id, { ...read, expected_hash: changed.hash } as never); // each its own
    expect(JSON.stringify(await store.get(read.id))).not.toContain(read.hash);
  }
});

it('has methods for rendering, the ledger, the handoff, health and conversations', async () => {
  const { client } = await connect();
  await client.persistentMemory.create(memory);
  const assembled = await client.contextAssembly.getContext({
    scope_variables: {},
    explicit_memory: ['notes'],
  });
  expect((await client.contextAssembly.render(assembled)).text).toContain('one');
  expect((await client.contextAssembly.render(assembled, { format: 'xml' })).text).toContain('<');
  await client.ledger.post({ entry_type: 'need', summary: 'A reviewer' });
  expect(await client.ledger.summarize()).toMatchObject({ open_needs: 1 });
  expect(await client.conversations.list()).toMatchObject({ conversations: [] });
  const body = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };
  const { request: fitted, report } = await client.fit(body, { budget: 1000 });
  expect([fitted.messages, report.kept]).toEqual([body.messages, 1]);
  expect(await client.handoff.sessions.list({})).toMatchObject({ sessions: [] });
  expect(await client.handoff.zones.classify({ model: 'sonnet', current_tokens: 10 })).toMatchObject({
    zone: 'Normal',
  });
  expect(await client.health.assess({ tool_calls: [] })).toMatchObject({ status: expect.any(String) });
  // A group is no promise.
  expect(await client.ledger).toBe(client.ledger);
});

it('is printed, awaited, compared and made JSON of without asking for anything', async () => {
  const { fetch: real } = globalThis;
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (address: unknown, init: RequestInit) => {
    sent.push(String(address));
    return real(String(address), init);
  });
  const client = createClient({ url: 'http://127.0.0.1:9', token: 'x' });
  const { ledger, handoff } = client;
  expect(JSON.stringify(client)).toBe(
    JSON.stringify({
      contextAssembly: {},
      contextRuleEngine: {},
      persistentMemory: {},
      ledger: {},
      handoff: { sessions: {}, packages: {}, errorPatterns: {}, zones: {} },
      health: {},
      conversations: {},
      events: {},
    }),
  );
  expect([`${ledger}`, String(handoff.packages), inspect(ledger), format('%s %j', ledger, ledger)]).toEqual([
    '[object Object]',
    '[object Object]',
    '{}',
    '{} {}',
  ]);
  for (const name of [...Object.getOwnPropertyNames(Object.prototype), 'then', 'catch', 'finally', 'toJSON'])
    expect([name, Reflect.get(ledger, name)]).toEqual([name, Reflect.get({}, name)]);
  await Promise.resolve(ledger).finally(() => undefined);
  expect(sent).toEqual([]);
});

it('no procedure has a name that every object has', () => {
  const names = Object.keys(contract).map(name => name.slice(name.indexOf('.') + 1));
  expect(names.filter(name => name in {} || /^(then|catch|finally|toJSON)$/.test(name))).toEqual([]);
});

describe('without an address of its own, outside a page', () => {
  it('takes address and token of the environment', async () => {
    const { app } = await connect();
    vi.stubEnv('WEFT_URL', app.origin);
    vi.stubEnv('WEFT_TOKEN', app.token);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(await createClient().contextRuleEngine.list()).toEqual([]);
  });

  it('sends the token of the environment to no other address', async () => {
    const { app } = await connect();
    vi.stubEnv('WEFT_URL', 'http://127.0.0.1:1');
    vi.stubEnv('WEFT_TOKEN', app.token);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const client = createClient({ url: app.origin });
    expect(await failure(client.contextRuleEngine.list())).toMatchObject({ code: 'unauthorized' });
  });

  it('sends it to the address of the environment however that is written', async () => {
    const { app } = await connect();
    vi.stubEnv('WEFT_URL', `${app.origin}/`);
    vi.stubEnv('WEFT_TOKEN', app.token);
    const { port } = new URL(app.origin);
    for (const url of [app.origin, `${app.origin}/`, `HTTP://127.0.0.1:${port}/studio`])
      expect(await createClient({ url }).contextRuleEngine.list()).toEqual([]);
  });

  it('takes what is set to nothing for not set, and says whose address is none', () => {
    vi.stubEnv('WEFT_URL', '');
    vi.stubEnv('WEFT_TOKEN', '');
    expect(() => createClient()).toThrow('there is no page to ask');
    expect(() => createClient({ url: '' })).toThrow('"" is no address such as');
    vi.stubEnv('WEFT_URL', 'nowhere');
    expect(() => createClient()).toThrow(/^WEFT_URL of the environment: "nowhere" is no address such as/);
    expect(() => createClient({ url: 'nowhere' })).toThrow(/^"nowhere" is no address such as/);
  });
});
