import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { startApp } from '../../../test/support/app-harness.ts';

describe('dispatch', () => {
  it('says which procedure was probably meant', async () => {
    expect(await startApp().ask('engine.list')).toEqual({
      ok: false,
      error: {
        code: 'not_found',
        message: 'there is no procedure "engine.list"; did you mean engines.list?',
        details: { near: ['engines.list'] },
      },
    });
    expect(await startApp().ask('qqqqqqqq')).toMatchObject({
      error: { message: 'there is no procedure "qqqqqqqq"; /openapi.json of "weft serve" has all' },
    });
    for (const name of ['__proto__', 'constructor', 'toString', ''])
      expect(await startApp().ask(name)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('lets callers that may only read do nothing else', async () => {
    const { ask } = startApp();
    for (const [name, { access }] of Object.entries(contract)) {
      const reply = await ask(name, {}, { access: 'read' });
      const isForbidden = !reply.ok && reply.error.code === 'forbidden';
      expect([name, isForbidden]).toEqual([name, access === 'write']);
    }
  });

  it('lists all problems of an input at once', async () => {
    const reply = await startApp().ask('documents.search', { query: 5, topK: 0, other: 1 });
    expect(reply).toMatchObject({
      ok: false,
      error: {
        code: 'invalid_input',
        message:
          'documents.search cannot use this input: query: Invalid input: expected string, received number (and 2 more)',
        details: { errors: [{ path: 'query' }, { path: 'topK' }, { code: 'unknown_key', path: 'other' }] },
      },
    });
  });

  it('takes no input for an empty one, and refuses what is no JSON', async () => {
    const { ask } = startApp();
    expect(await ask('project.recent', undefined)).toEqual({ ok: true, value: { projects: [] } });
    for (const input of [() => 1, { a: Number.NaN }, new Map(), 'text', [[]], null])
      expect(await ask('project.recent', input)).toMatchObject(
        input === null ? { ok: true } : { ok: false, error: { code: 'invalid_input' } },
      );
  });

  it('says what to do where a project is needed and none is open', async () => {
    const { ask } = startApp();
    const message = 'no project is open; open a folder that has .codebolt, or give it with --project';
    const needing: string[] = [];
    for (const name of Object.keys(contract)) {
      if (name === 'project.createSample') continue; // opens one
      const reply = await ask(name, sampleInputs[name] ?? {});
      if (!reply.ok && reply.error.message === message) needing.push(name);
    }
    expect(needing).toEqual(
      Object.keys(contract).filter(name => contract[name as keyof typeof contract].project),
    ); // its own keys
  });

  it('hides what went wrong inside behind an id that the log knows, without secrets in either', async () => {
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const findProject = (): never => {
      throw new Error(`boom at /some/where/file.ts with ${secret}`);
    };
    const { ask, log } = startApp({ findProject });
    const reply = await ask('engines.list');
    const id = String((reply.ok ? {} : (reply.error.details as { id: string })).id);
    const message = `something went wrong inside Weft; the log has it under ${id}`;
    expect(reply).toEqual({ ok: false, error: { code: 'internal', message, details: { id } } });
    expect(log).toHaveLength(1);
    expect(log[0]).toContain(id);
    expect(log[0]).toContain('boom');
    expect(log[0]).not.toContain(secret);
  });

  it('needs no project and no database for what brings its own engines', async () => {
    const { ask } = startApp();
    const request = { scope_variables: {}, additional_variables: { phase: 'planning' } };
    const when = [{ field: 'addVar.phase', operator: 'eq', value: 'planning' }];
    const rule = { id: 'r', name: 'R', when, then: { add_memories: ['m'] } };
    const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: [rule] };
    expect(await ask('rules.evaluate', { request, engines: [engine] })).toMatchObject({
      ok: true,
      value: { matchedMemories: ['m'] },
    });
    expect(await ask('rules.evaluate', { request })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
    expect(await ask('assembly.preview', { request, overlay: { engines: [engine] } })).toMatchObject({
      ok: true,
    });
  });
});

/** What the procedures that take something need, to come as far as the project. */
const sampleInputs: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    ['engines', 'memories', 'samples', 'tests', 'contracts'].flatMap(group =>
      ['get', 'delete'].map(verb => [`${group}.${verb}`, { id: 'x' }]),
    ),
  ),
  'backup.restore': { name: 'x' },
  'storage.purge': { parts: ['backups'] },
  'engines.atRevision': { revision: 'HEAD' },
  'recordings.get': { id: 'x' },
  'engines.create': { engine: { name: 'E' } },
  'engines.update': { id: 'x', changes: {} },
  'engines.save': { engine: {}, expected_hash: null },
  'config.set': { changes: {} },
  'sessions.save': { session_id: 's' },
  'packages.save': {
    session_id: 's',
    package_type: 'research',
    file_path: 'a.md',
    producer_agent: 'a',
    priority: 'low',
    summary: 's',
  },
  'packages.markConsumed': { package_ids: [1], agent_type: 'a' },
  'health.record': { session_id: 's' },
  'health.report': { session_id: 's' },
  'health.gate': { session_id: 's', tool: 't' },
  'health.acknowledgeCompaction': { session_id: 's' },
  'flights.hear': { session_id: 's', agent: 'a', event: 'stop' },
  'conversations.export': { conversation_id: 'c' },
  'flights.get': { session_id: 's' },
  'flights.turns': { session_id: 's' },
  'flights.instructions': { session_id: 's' },
  'errorPatterns.record': { error_type: 'E', message: 'm', solution: 's' },
  'errorPatterns.feedback': { pattern_hash: 'h', helped: true },
  'errorPatterns.match': { failure: { error_type: 'E', message: 'm' } },
  'engines.addRule': { id: 'x', rule: { name: 'R', when: [], then: { add_memories: [] } } },
  'engines.updateRule': { id: 'x', rule_id: 'r', changes: {} },
  'engines.deleteRule': { id: 'x', rule_id: 'r' },
  'engines.duplicate': { id: 'x' },
  'engines.import': { files: [{ name: 'a', text: '' }], on_conflict: 'keep' },
  'memories.create': { memory: {} },
  'memories.update': { id: 'x', changes: {} },
  'memories.duplicate': { id: 'x' },
  'memories.import': { files: [{ name: 'a', text: '' }], on_conflict: 'keep' },
  'memories.save': { memory: {}, expected_hash: null },
  'memories.execute': { request: {} },
  'memories.requiredVariables': { memory_ids: [] },
  'memories.impact': { id: 'x' },
  'memories.rename': { id: 'x', to: 'y' },
  'rules.analyze': { engines: [] },
  'rules.renameField': { from: 'addVar.a', to: 'addVar.b' },
  'layouts.delete': { id: 'x' },
  'layouts.get': { id: 'x' },
  'layouts.list': {},
  'layouts.save': { layout: {} },
  'contracts.create': { contract: {} },
  'contracts.update': { id: 'x', changes: {} },
  'contracts.save': { contract: {}, expected_hash: null },
  'contracts.check': { contracts: [], engines: [] },
  'samples.save': { sample: {}, expected_hash: null },
  'tests.save': { test: {}, expected_hash: null },
  'tests.run': { tests: [], engines: [], memories: [] },
  'tests.coverage': { tests: [], engines: [], memories: [] },
  'tests.generate': { tests: [], engines: [], memories: [] },
  'tests.mutate': { tests: [], engines: [], memories: [] },
  'documents.import': { collection: 'c' },
  'documents.embed': { collection: 'c' },
  'documents.sync': { collection: 'c', folder: 'f' },
  'documents.syncStop': { collection: 'c' },
  'events.append': { instance: 'i', events: [{ type: 't', content: 'c' }] },
  'events.search': { instance: 'i' },
  'graph.saveView': { id: 'v' },
  'graph.read': { viewId: 'v' },
  'graph.neighbours': { id: 'n' },
  'documents.search': { query: '' },
  'documents.delete': { collection: 'c' },
  'kv.get': { instance: 'i', namespace: 'n', key: 'k' },
  'kv.set': { instance: 'i', namespace: 'n', key: 'k', value: 1 },
  'kv.delete': { instance: 'i', namespace: 'n', key: 'k' },
  'drafts.save': { draft: null },
  'ledger.post': { entry_type: 'need', summary: 's' },
  'ledger.decide': { domain: 'd', summary: 's', rationale: 'r' },
  ...Object.fromEntries(
    ['resolve', 'reconsider', 'confirm', 'get'].map(verb => [`ledger.${verb}`, { id: 'x' }]),
  ),
  'ledger.override': { id: 'x', reason: 'r' },
  'ledger.search': { query: '' },
  'project.find': { query: 'a' },
  'ledger.import': { from: 'x' },
  ...Object.fromEntries(
    ['assemble', 'summarize', 'whatChanged'].map(verb => [
      `ledger.${verb}`,
      {
        overlay: { decisions: [], entries: [] },
        ...(verb === 'assemble' && { task: 't' }),
        ...(verb === 'whatChanged' && { since: '2026-01-01' }),
      },
    ]),
  ),
  'assembly.validate': { request: {} },
  'assembly.assemble': { request: {} },
  'conversations.get': { conversation_id: 'x' },
  'conversations.search': { query: 'x' },
  'conversations.delete': { conversation_id: 'x' },
  'conversations.compactions': { conversation_id: 'x' },
  'conversations.assemble': { user_message: 'x' },
  'topics.save': {
    topic: {
      slug: 'x',
      label: 'X',
      aliases: [],
      domain: 'd',
      facts: [],
      importance: 0.5,
      proficiency: 'unknown',
      conversations: [],
      mentions: 0,
    },
  },
  'topics.delete': { slug: 'x' },
  'entities.save': {
    entity: {
      id: 'x',
      name: 'X',
      type: 'person',
      aliases: [],
      facts: [],
      sentiment: 0,
      importance: 0.5,
      mentions: 0,
    },
  },
  'entities.delete': { id: 'x' },
  'presence.update': { device_id: 'd' },
};

// Put together at run time, so that nothing in the repository looks like a key.
const token = (letter: string): string => `ghp_${letter.repeat(3)}${'a1B2'.repeat(8)}x`;
const pulumi = `pul-${'0123456789abcdef'.repeat(3).slice(0, 40)}`;
const packaged = {
  package_type: 'research',
  file_path: 'notes.md',
  producer_agent: 'tech_lead',
  priority: 'high',
  summary: 'what was found',
} as const;

it('names that hold secrets are kept without them: equal ones stay equal, others stay apart, and both are found again', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  for (const letter of ['x', 'y', 'x'])
    await call('packages.save', { ...packaged, session_id: `run ${token(letter)}`, group_id: token(letter) });
  const { sessions } = await call('sessions.list', {});
  expect(sessions.map(({ session_id, packages }) => [session_id, packages]).toSorted()).toEqual([
    [expect.stringMatching(/^run \[REDACTED:github-token#[0-9a-f]{8}\]$/), 1],
    [expect.stringMatching(/^run \[REDACTED:github-token#[0-9a-f]{8}\]$/), 2],
  ]);
  const found = await call('packages.list', { session_id: `run ${token('x')}`, group_id: token('x') });
  expect(found.packages).toHaveLength(2);
  // What was shown finds it as well.
  const [shown] = found.packages;
  expect((await call('packages.list', { session_id: shown?.session_id })).packages).toHaveLength(2);
});

it('lets names be that hold none, and all of them where nothing is redacted', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const names = [
    '0b6f4c1e-2d0a-4c41-9a53-3f2f6f0c9f10',
    '01KH3CETM0M0ZB6H2TPC4P72ZP',
    'a/b:c @d',
    '__proto__',
  ];
  for (const session_id of names) await call('sessions.save', { session_id });
  await call('config.set', { changes: { redaction_mode: 'off' } });
  await call('sessions.save', { session_id: token('z') });
  const { sessions } = await call('sessions.list', {});
  expect(sessions.map(({ session_id }) => session_id).toSorted()).toEqual([...names, token('z')].toSorted());
});

it('refuses a new id that holds one, says where, and does not say it again; who deletes it may', async () => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  const engine = { id: pulumi, name: 'New', rules: [] };
  const refused = await ask('engines.create', { engine });
  expect(refused).toEqual({
    ok: false,
    error: {
      code: 'invalid_input',
      message:
        'engine.id looks like a secret (pulumi-token), and ids are kept and shown as they are; choose another',
      details: { path: 'engine.id', kinds: 'pulumi-token' },
    },
  });
  const rule = { id: token('r'), name: 'R', when: [], then: { add_memories: [] } };
  expect(await ask('engines.create', { engine: { name: 'New', rules: [rule] } })).toMatchObject({
    error: { details: { path: 'engine.rules[0].id' } },
  });
  expect(await ask('engines.delete', { id: pulumi })).toMatchObject({ error: { code: 'not_found' } });
});

it('a refusal says nothing of what it refuses that is a secret', async () => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  const reply = await ask('ledger.resolve', { id: token('q') });
  expect(reply).toMatchObject({ error: { code: 'not_found' } });
  expect(JSON.stringify(reply)).not.toContain(token('q'));
});

it('an agent gets definitions without secrets, a user as they are', async () => {
  const { ask, call, openEmpty } = startApp();
  await openEmpty();
  const description = `use ${token('d')} for it`;
  await call('engines.create', { engine: { id: 'e', name: 'E', description, rules: [] } });
  const get = (door: 'mcp' | 'http') => ask('engines.get', { id: 'e' }, { door });
  expect(await get('mcp')).toMatchObject({
    value: { engine: { id: 'e', description: 'use [REDACTED:github-token] for it' } },
  });
  expect(await get('http')).toMatchObject({ value: { engine: { description } } });
});
