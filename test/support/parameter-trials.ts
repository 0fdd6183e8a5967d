import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ContractState } from '../../shared/model/context-contract.ts';
import type { ContextTest } from '../../shared/model/context-test.ts';
import type { Message } from '../../shared/model/message.ts';
import type { AppHarness } from './app-harness.ts';
import { engineAdding, memoryOf, requestOf, staticStep } from './engine-definitions.ts';
import { absent } from './parameter-places.ts';
import type { Hint, Trial } from './parameter-walk.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { type Written, writeBefore, writingCalls } from './writing-calls.ts';

/** What the inputs below speak of, beside what the writing calls need. */
export interface Prepared extends Written {
  readonly hashes: Readonly<
    Record<
      | 'engine'
      | 'other'
      | 'memory'
      | 'third'
      | 'second'
      | 'sample'
      | 'layout'
      | 'gone'
      | 'config'
      | 'contract'
      | 'lapsed'
      | 'test'
      | 'retired',
      string
    >
  >;
  readonly assembled: readonly unknown[];
  readonly ids: Readonly<Record<string, string>>;
  readonly packages: Readonly<Record<string, number>>;
  readonly fingerprint: string;
  readonly recordings: { readonly causes: readonly string[]; readonly ids: readonly string[] };
}

const at = '2026-11-21T10:00:00.000Z';
const secret = `ghp_${'a1B2'.repeat(9)}`;
const unclear = 'Zk2mXp9LvB7qRt4WnY8c';
const contractOf = (state: ContractState, id = 'c') => ({ id, name: 'C', severity: 'error' as const, state });
const failure = { error_type: 'TypeError', message: 'x is undefined' };
const line = (index: number) =>
  index % 4 === 0
    ? `Where is ferry ${index}, and who sails it to the island?`
    : `Ferry ${index} is on its way to the harbour of the island. `.repeat(6);
const long: Message[] = Array.from({ length: 60 }, (_, index) => ({
  id: `l${index}`,
  index,
  role: index % 2 === 0 ? 'user' : 'assistant',
  parts: line(index),
  created_at: `2026-11-20T${String(index % 24).padStart(2, '0')}:00:00Z`,
}));
const chat = { messages: long.map(({ role, parts }) => ({ role, content: parts })) };
const talks = [['Hello there'], ['Good evening', 'Good night']].map(texts => ({
  name: 'talk.json',
  text: JSON.stringify(texts.map(content => ({ role: 'user', content }))),
}));
/** Nothing but a mutant asks for a request for which both fire. */
const twoAdding = {
  ...engineAdding('two', 'memory'),
  rules: ['phase', 'risk'].map(name => ({
    id: name,
    name,
    when: [{ field: `addVar.${name}`, operator: 'exists' as const }],
    then: { add_memories: [name === 'phase' ? 'memory' : 'third'] },
  })),
};
const conditional = {
  ...engineAdding('conditional', 'needs'),
  rules: [
    {
      id: 'r1',
      name: 'Planning',
      when: [{ field: 'addVar.phase', operator: 'eq' as const, value: 'planning' }],
      then: { add_memories: ['needs'] },
    },
  ],
};
const files = {
  'notes/one.md': '# Notes\n\nThe ferry sails.',
  'others/two.md': '# Others\n\nThe ferry rests.',
  'ledger/.twining/blackboard.jsonl': `${JSON.stringify({ id: 'e1', timestamp: at, entry_type: 'need', summary: 'from a file' })}\n`,
  'second-ledger/.twining/blackboard.jsonl': `${JSON.stringify({ id: 'e2', timestamp: at, entry_type: 'need', summary: 'from another' })}\n`,
  'engines/x.json': JSON.stringify(engineAdding('from-folder', 'memory')),
  'memories/x.json': JSON.stringify(memoryOf('from-folder')),
  'rules/.cursor/rules/stays.mdc': '---\nalwaysApply: true\n---\n\nIt stays.\n',
  'rules/.cursor/rules/goes.mdc': '---\nalwaysApply: true\n---\n\nIt goes.\n',
  'talks/x.json': JSON.stringify([{ role: 'user', content: 'Hello there' }]),
};

const commitAs = ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--message', 'first'];

/** Fills the open project with enough that every parameter has something to be about. */
export async function prepare(harness: AppHarness, folder: string): Promise<Prepared> {
  const { call } = harness;
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const written = await writeBefore(harness);
  await call('memories.update', {
    id: 'memory',
    changes: { retrieval: { pipeline: [staticStep('first text', 'second text')] } },
  });
  await call('memories.save', {
    memory: memoryOf('needs', {
      pipeline: [staticStep('planned')],
      additional_variables: [{ name: 'phase', type: 'string', required: true }],
    }),
    expected_hash: null,
  });
  await call('engines.save', { engine: conditional, expected_hash: null });
  await call('engines.addRule', {
    id: 'engine',
    rule: { id: 'added', name: 'R', when: [], then: { add_memories: [] } },
  });
  await call('samples.save', {
    sample: {
      id: 'planning',
      name: 'Planning',
      request: requestOf({ additional_variables: { phase: 'planning' } }),
    },
    expected_hash: null,
  });
  await call('imports.apply', { from: ['rules'] });
  await rm(join(folder, 'rules/.cursor/rules/goes.mdc'));
  await call('documents.sync', { collection: 'synced', folder: 'notes' });
  await call('documents.import', {
    collection: 'more',
    files: [
      {
        path: 'a.md',
        text: '# Ferries\n\nSome words on ferries.\n\n# Tides\n\nWords on tides.\n\n# Boats\n\nBoats.',
      },
      { path: 'b.md', text: 'Some other words.' },
    ],
  });
  await call('kv.set', { instance: 'j', namespace: 'm', key: 'k', value: 3 });
  await call('kv.set', { instance: 'i', namespace: 'm', key: 'k', value: 4 });
  await call('kv.set', { instance: 'i', namespace: 'n', key: 'k2', value: 5 });
  await call('events.append', {
    instance: 'i',
    events: [
      { type: 't', stream: 's1', content: 'first', timestamp: '2026-11-19T10:00:00Z' },
      { type: 'u', stream: 's2', content: 'second', timestamp: at },
    ],
  });
  await call('events.append', { instance: 'j', events: [{ type: 't', content: 'elsewhere' }] });
  await call('graph.upsert', {
    nodes: [
      { id: 'e', kind: 'l', name: 'file src/a/e.ts', attributes: { colour: 'red' } },
      { id: 'f', kind: 'k', name: 'f' },
    ],
    edges: [
      { from: 'a', relation: 'likes', to: 'c' },
      { from: 'b', relation: 'knows', to: 'e' },
    ],
  });
  await call('graph.saveView', { id: 'near', label: 'Near', kinds: ['k'], depth: 1 });
  await call('graph.saveView', { id: 'far', label: 'Far', kinds: ['l'] });
  const ids = await prepareLedger(harness);
  const packages = await prepareHandoff(harness);
  await prepareHealth(harness);
  await call('conversations.import', { id: 'long', title: 'Long', messages: long, embedder: 'none' });
  await call('topics.save', {
    topic: {
      slug: 'mornings',
      label: 'Mornings',
      aliases: [],
      domain: 'work',
      facts: [],
      importance: 0.9,
      proficiency: 'expert',
      peak_hour: 15,
      conversations: [],
      mentions: 1,
    },
  });
  await call('presence.update', { device_id: 'phone', active_conversation_id: 'long', local_time: at });
  await call('presence.update', { device_id: 'desk', active_conversation_id: 'talk', local_time: at });
  await call('layouts.save', { layout: { id: 'engine', pins: { 'rule:r': { x: 3, y: 4 } } } });
  await call('backup.create', {});
  const assembled = [
    await call('assembly.assemble', { request: requestOf({ explicit_memory: ['memory'] }) }),
    await call('assembly.assemble', { request: requestOf({ explicit_memory: [], rule_engine_ids: [] }) }),
  ];
  // What a revision is asked for is in a repository of its own.
  for (const values of [['init', '--quiet'], ['add', '.codebolt/context-rule-engines'], commitAs])
    execFileSync('git', values, { cwd: folder, stdio: 'ignore' });
  const { fingerprint } = await call('project.trust', { decision: 'grant' });
  const engine = async (id: string) => (await call('engines.get', { id })).hash;
  const memory = async (id: string) => (await call('memories.get', { id })).hash;
  const config = await call('config.set', { changes: { health: { check_every: 20 } } });
  await recordAsking(harness);
  const { causes } = await call('recordings.list', {});
  const recordings = {
    causes: causes.map(({ id }) => id),
    ids: causes.map(({ id }) => `${id}-1`),
  };
  return {
    ...written,
    recordings,
    ids,
    packages,
    assembled,
    fingerprint,
    hashes: {
      engine: await engine('engine'),
      other: await engine('other'),
      memory: await memory('memory'),
      second: await memory('second'),
      third: await memory('third'),
      sample: (await call('samples.get', { id: 'sample' })).hash,
      gone: (await call('samples.get', { id: 'gone' })).hash,
      contract: (await call('contracts.get', { id: 'contract' })).hash,
      test: (await call('tests.get', { id: 'test' })).hash,
      retired: (await call('tests.get', { id: 'gone' })).hash,
      lapsed: (await call('contracts.get', { id: 'gone' })).hash,
      layout: String((await call('layouts.get', { id: 'gone' })).hash),
      config: String(config.hash),
    },
  };
}

/** Requests that name memories themselves, so often that rules are suggested that add them. */
async function recordAsking({ call }: AppHarness): Promise<void> {
  await call('recordings.start', {});
  const additional_variables = { phase: 'asking' };
  const explicit_memory = ['memory', 'second'];
  for (let count = 0; count < 20; count += 1)
    await call('assembly.assemble', { request: requestOf({ additional_variables, explicit_memory }) });
  await call('recordings.list', {});
  await call('recordings.stop', {});
}

async function prepareLedger({ call }: AppHarness): Promise<Record<string, string>> {
  const post = (
    entry_type: 'need' | 'warning' | 'question' | 'finding',
    summary: string,
    more: object = {},
  ) => call('ledger.post', { entry_type, summary, scope: 'src/a', ...more });
  const { id: warning } = await post('warning', 'sessions leak', { tags: ['slow'], agent_id: 'ada' });
  const { id: question } = await post('question', 'which cache for sessions?', { scope: 'src' });
  const { id: solved } = await post('need', 'a solved need', { scope: 'docs', detail: 'word '.repeat(40) });
  await post('finding', 'sessions are slow', { detail: 'long '.repeat(100) });
  await call('ledger.resolve', { id: solved });
  const decide = (summary: string, more: object = {}) =>
    call('ledger.decide', { domain: 'storage', scope: 'src/a', summary, rationale: 'for sessions', ...more });
  const { id: redis } = await decide('Keep sessions in Redis tables', { affected_files: ['src/a/e.ts'] });
  const { id: postgres } = await decide('Keep sessions in Postgres tables', {
    affected_files: ['src/a/e.ts'],
  });
  const { id: old } = await decide('Write logs as text', { domain: 'logs', scope: 'src/b', agent_id: 'bob' });
  await call('ledger.override', { id: old, reason: 'too dear' });
  return { warning, question, solved, redis, postgres, old };
}

async function prepareHandoff({ call }: AppHarness): Promise<Record<string, number>> {
  const save = async (file_path: string, more: object = {}) =>
    (
      await call('packages.save', {
        session_id: 's',
        package_type: 'research',
        file_path,
        producer_agent: 'tech_lead',
        priority: 'medium',
        summary: `about ${file_path}`,
        created_at: '2026-11-20T10:00:00Z',
        ...more,
      })
    ).id;
  const ferry = await save('ferry.md', { content: 'ferry '.repeat(50) });
  const tide = await save('tide.md', { created_at: '2026-11-19T10:00:00Z' });
  const grouped = await save('group.md', { group_id: 'g' });
  const other = await save('other.md', { session_id: 'other' });
  await call('packages.markConsumed', { package_ids: [tide], agent_type: 'developer', iteration: 1 });
  await call('sessions.save', { session_id: 'other', metadata: { project_id: 'shop' } });
  const record = (solution: string, more: object) =>
    call('errorPatterns.record', { ...failure, solution, ...more });
  await record('hinted', { context_hints: ['one'], lang: 'one', project_id: 'shop' });
  await record('stacked', { context_hints: ['x'], stack: 'at f', project_id: 'shop' });
  await record('another', { error_type: 'RangeError', project_id: 'site' });
  return { ferry, tide, grouped, other };
}

async function prepareHealth({ call }: AppHarness): Promise<void> {
  const decisions = (summary: string) => [{ summary, domain: 'd', scope: 'src' }];
  for (const [session_id, summary] of [
    ['s', 'Keep rows in SQLite tables'],
    ['t', 'Keep rows in JSON tables'],
  ] as const)
    await call('health.record', {
      session_id,
      task: `task of ${session_id}`,
      decisions: decisions(summary),
      moment: 'before_compaction',
    });
  for (const session_id of ['s', 't', 's'])
    await call('flights.hear', { session_id, agent: 'codex', event: 'prompt', prompt: 'Go on' });
  const reads = { session_id: 'reader', agent: 'other', files: ['CLAUDE.md'] };
  await call('flights.hear', { ...reads, event: 'prompt', prompt: 'Go on' });
  await call('flights.hear', { ...reads, event: 'instructions_loaded' });
  await call('health.record', { session_id: 'full', task: 'much', measured_tokens: 190_000 });
}

type Trials = Readonly<Record<string, Trial>>;

/** One good call of every procedure, and what its schema alone does not tell of its parameters. */
export function trialsOf(prepared: Prepared): Trials {
  const writing = Object.fromEntries(
    Object.entries(writingCalls).map(([name, make]) => [
      name,
      { input: (make as (written: Written) => unknown)(prepared), hints: {} },
    ]),
  );
  const all: Record<string, Trial> = { ...writing };
  for (const [name, trial] of Object.entries({ ...reading(prepared), ...changing(prepared) }))
    all[name] = { ...all[name], ...trial, input: trial.input ?? all[name]?.input };
  return all;
}

const request = requestOf({ explicit_memory: ['memory'] });
const requests: Hint = { values: [request, requestOf({ explicit_memory: ['second'] })] };
const engines: Hint = { values: [[engineAdding('e2', 'memory')], [engineAdding('e3', 'memory', 'third')]] };
const memories: Hint = {
  values: [
    [memoryOf('memory', { pipeline: [staticStep('replaced')] })],
    [memoryOf('memory', { pipeline: [staticStep('another')] })],
  ],
};
const overlay: Readonly<Record<string, Hint>> = {
  overlay: {
    values: [absent, { engines: [engineAdding('e2', 'third')] }, { memories: memories.values?.[0] }],
  },
  'overlay.absent': { values: [absent, { engines: ['engine'] }, { memories: ['memory'] }] },
  'overlay.absent.engines': { values: [['engine'], []] },
  'overlay.absent.memories': { values: [['memory'], []] },
  'overlay.engines': engines,
  'overlay.memories': memories,
};
const sideHints = (
  side: string,
  assembled: readonly unknown[],
  recorded: readonly string[],
): Readonly<Record<string, Hint>> => ({
  [side]: { values: [{ request: requestOf({ rule_engine_ids: [] }) }] },
  [`${side}.request`]: { values: [requestOf({ rule_engine_ids: [] })] },
  [`${side}.recording`]: { values: recorded, given: { [side]: {} } },
  [`${side}.assembled`]: { values: assembled, given: { [side]: {} } },
  ...Object.fromEntries(Object.entries(overlay).map(([path, hint]) => [`${side}.${path}`, hint])),
});
const failureHints = (input: object): Readonly<Record<string, Hint>> => ({
  failure: { values: [failure, { ...failure, error_type: 'RangeError' }] },
  ...Object.fromEntries(
    Object.entries({
      error_type: ['TypeError', 'RangeError'],
      message: ['x is undefined', 'y is undefined'],
      context_hints: [['one'], ['x']],
      stack: [absent, 'at f'],
      lang: ['one', 'two'],
    }).map(([key, values]) => [`failure.${key}`, { values, given: { ...input, failure } }]),
  ),
});
const given = {
  decisions: [
    {
      id: 'd1',
      timestamp: at,
      summary: 'given decision',
      scope: 'src/a',
      confidence: 'high',
      status: 'active',
    },
  ],
  entries: [{ id: 'e1', timestamp: at, entry_type: 'need', summary: 'given need', scope: 'src/a' }],
};
const givenGraph = {
  nodes: [
    { id: 'n', kind: 'file', name: 'src/a/e.ts' },
    { id: 'o', kind: 'file', name: 'elsewhere' },
  ],
  edges: [{ from: 'n', relation: 'uses', to: 'o' }],
};
const ledgerOverlay: Readonly<Record<string, Hint>> = {
  overlay: { values: [absent, given] },
  'overlay.decisions': { values: [[], given.decisions], given: { overlay: given } },
  'overlay.entries': { values: [[], given.entries], given: { overlay: given } },
  'overlay.graph': { values: [absent, givenGraph], given: { overlay: given } },
  'overlay.graph.nodes': {
    values: [[], givenGraph.nodes],
    given: { overlay: { ...given, graph: givenGraph } },
  },
  'overlay.graph.edges': {
    values: [[], givenGraph.edges],
    given: { overlay: { ...given, graph: givenGraph } },
  },
};
const budgetInput = {
  totalBudget: 12_000,
  conversationMessageCount: 40,
  conversationTotalTokens: 8_000,
  userMessageTokens: 100,
  detectedTopicCount: 2,
  detectedEntityCount: 2,
};

const planned = requestOf({ additional_variables: { phase: 'planning' } });
const testOf = (id: string, more: object = { request: planned }): ContextTest => ({
  id,
  name: id,
  ...more,
  expect: [
    { kind: 'included', memory: 'needs', after: 'rules' },
    { kind: 'excluded', memory: 'memory' },
  ],
});
const otherEngines = [engineAdding('e2', 'memory', 'third')];
const sampled = { tests: [testOf('one', { sample: 'planning' })] };
const ruleHints = {
  tests: { values: [[], [testOf('one')]] },
  engines: { values: [[conditional], otherEngines] },
  samples: { values: [[], [{ id: 'planning', name: 'P', request: planned }]], given: sampled },
};
const ofRules = { tests: [testOf('one')], engines: [conditional], samples: [] };
const memoryHint = {
  values: [[], [memoryOf('memory', { pipeline: [staticStep('replaced')] })]],
  given: { tests: [testOf('one', { request: requestOf() })], engines: otherEngines },
};
const stated = { id: 'c', name: 'C', severity: 'error' as const };
const always = { ...stated, state: { kind: 'always' as const, memory: 'memory' } };
const never = { ...stated, state: { kind: 'never' as const, memory: 'memory' } };
/** A test that expects a contract of a rule that fires for all: it notices what is done to the rule where that holds. */
const contractHint: Hint = {
  values: [[always], [never]],
  given: {
    tests: [{ ...testOf('one', { request: requestOf() }), expect: [{ kind: 'contract', contract: 'c' }] }],
    engines: [engineAdding('e', 'memory')],
  },
};
const limited: Hint = { values: [1, 100], given: { tests: [] } };
const ofContexts = { ...ofRules, memories: [memoryOf('needs')] };
const testTrials: Trials = {
  'tests.run': {
    input: ofContexts,
    hints: {
      ...ruleHints,
      memories: memoryHint,
      contracts: { ...contractHint, given: { ...contractHint.given, memories: [memoryOf('memory')] } },
      ids: { values: [absent, ['one'], []] },
    },
  },
  'tests.coverage': { input: ofContexts, hints: { ...ruleHints, memories: memoryHint, limit: limited } },
  'tests.generate': {
    input: ofRules,
    hints: {
      ...ruleHints,
      memories: { ...memoryHint, given: { tests: [], engines: otherEngines } },
      contracts: contractHint,
      limit: limited,
      mutants: { values: [true, false], given: { tests: [], engines: [twoAdding] } },
    },
  },
  'tests.mutate': { input: ofRules, hints: { ...ruleHints, contracts: contractHint, limit: limited } },
};

function reading({ ids, assembled, recordings }: Prepared): Trials {
  return {
    'assembly.validate': { input: { request }, hints: { request: requests } },
    'assembly.assemble': { input: { request }, hints: { request: requests } },
    'assembly.preview': { input: { request: requestOf() }, hints: { request: requests, ...overlay } },
    'assembly.explain': {
      input: { request: requestOf(), memory_id: 'memory' },
      hints: {
        request: { values: [requestOf(), requestOf({ rule_engine_ids: [] })] },
        memory_id: { values: ['memory', 'third'] },
        item_id: { values: ['memory#0', 'memory#1'], given: { memory_id: absent } },
        ...overlay,
      },
    },
    'assembly.diff': {
      input: { before: { request: requestOf() }, after: { request: requestOf() } },
      hints: {
        ...sideHints('before', assembled, recordings.ids),
        ...sideHints('after', assembled, recordings.ids),
      },
    },
    'assembly.render': {
      input: { assembled: assembled[0], format: 'markdown' },
      hints: { assembled: { values: assembled } },
    },
    'assembly.count': {
      input: { texts: ['!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!'] },
      hints: {
        texts: { values: [['tides and words'], ['a', 'b']] },
        estimator: { values: [absent, 'chars4'] },
      },
    },
    'graph.neighbours': { input: { id: 'a' }, hints: { id: { values: ['a', 'b'] } } },
    'documents.search': {
      input: { query: 'words' },
      hints: {
        query: { values: ['words', 'tides'] },
        collection: { values: [absent, 'docs'] },
        neighbours: { values: [0, 2], given: { query: 'tides' } },
      },
    },
    'documents.list': { input: {}, hints: { collection: { values: [absent, 'docs'] } } },
    'kv.get': { input: { instance: 'i', namespace: 'n', key: 'k' } },
    'kv.list': { input: {} },
    'redaction.apply': { input: { text: `token ${secret} and ${unclear}` } },
    'budget.layers': {
      input: { input: budgetInput },
      hints: {
        input: { values: [budgetInput, { ...budgetInput, totalBudget: 20_000 }] },
        'input.availableBundles': { values: [absent, { L2_topic: 0, topic: 0, entity: 0 }] },
      },
    },
    'conversations.get': { input: { conversation_id: 'long' } },
    'conversations.plan': {
      input: { messages: long, l4_budget: 400, l6_budget: 600 },
      hints: {
        messages: { values: [long, long.slice(0, 5)] },
        summarizer: { values: ['extractive', 'openai:none'] },
      },
    },
    'conversations.fit': {
      input: { request: chat, shape: 'anthropic', budget: 900 },
      hints: {
        conversation_id: { values: [absent, 'fitted'] },
        request: { values: [chat, { ...chat, messages: chat.messages.slice(0, 4) }] },
        shape: { values: [absent, 'anthropic', 'claude'] },
        text: { values: ['And which ferry is the last?'] },
        budget: { values: [900, 100_000] },
        summarizer: { values: ['extractive', 'openai:none'] },
      },
    },
    'conversations.scoreMessages': {
      input: { messages: long.slice(0, 5) },
      hints: { messages: { values: [long.slice(0, 5), long.slice(0, 3)] } },
    },
    'conversations.assemble': {
      input: { conversation_id: 'long', user_message: 'Where is the ferry of Ann?' },
      hints: {
        conversation_id: { values: [absent, 'talk'] },
        shape: { values: [absent, 'anthropic', 'gemini'] },
        summarizer: { values: ['extractive', 'openai:none'] },
        model: { values: ['haiku', 'opus'] },
      },
    },
    'project.find': {
      input: { query: 'o' },
      hints: {
        query: { values: ['o', 'nothing alike'] },
        kinds: { values: [['conversation'], ['document']] },
        limit: { values: [1, 100] },
      },
    },
    'conversations.search': {
      input: { query: 'ferry island' },
      hints: {
        query: { values: ['ferry island', 'nothing alike'] },
        scope: { values: [['talk'], ['long']] },
        participants: { values: [['user'], ['Ann']] },
        after: { values: ['2026-11-01T00:00:00Z', '2026-11-20T12:00:00Z'] },
        before: { values: ['2026-11-20T12:00:00Z', '2026-11-30T00:00:00Z'] },
      },
    },
    'conversations.export': {
      input: { conversation_id: 'long' },
      hints: { shape: { values: [absent, 'anthropic', 'sharegpt'] } },
    },
    'conversations.compactions': { input: { conversation_id: 'long' } },
    'engines.get': { input: { id: 'engine' }, hints: { id: { values: ['engine', 'other'] } } },
    'engines.validate': {
      input: { engine: conditional },
      hints: { engine: { values: [conditional, { ...conditional, rules: [{ id: 'x' }] }] } },
    },
    'engines.merge': {
      input: {
        base: conditional,
        mine: { ...conditional, name: 'Mine' },
        theirs: { ...conditional, name: 'Theirs' },
      },
      hints: {
        base: { values: [conditional, { ...conditional, name: 'Mine' }] },
        mine: { values: [conditional, { ...conditional, name: 'Other' }] },
        theirs: { values: [conditional, { ...conditional, name: 'Other' }] },
      },
    },
    'engines.export': {
      input: { id: 'engine' },
      hints: {
        id: { values: ['engine', 'other'] },
        engine: { values: [conditional, engineAdding('x', 'memory')], given: { id: absent } },
        ids: { values: [['engine'], ['engine', 'other']], given: { id: absent } },
      },
    },
    'layouts.get': { input: { id: 'engine' }, hints: { id: { values: ['engine', 'other'] } } },
    'memories.get': { input: { id: 'memory' }, hints: { id: { values: ['memory', 'third'] } } },
    'memories.export': {
      input: { id: 'memory' },
      hints: {
        id: { values: ['memory', 'third'] },
        ids: { values: [['memory'], ['memory', 'third']], given: { id: absent } },
      },
    },
    'memories.validate': {
      input: { memory: memoryOf('m') },
      hints: { memory: { values: [memoryOf('m'), { id: 'm' }] } },
    },
    'memories.execute': {
      input: { id: 'memory', request },
      hints: {
        id: { values: ['memory', 'third'] },
        memory: { values: memories.values?.map(list => (list as unknown[])[0]) ?? [], given: { id: absent } },
        request: {
          values: [request, requestOf({ additional_variables: { phase: 'x' } })],
          given: { id: 'needs' },
        },
      },
    },
    'memories.requiredVariables': {
      input: { memory_ids: ['memory'] },
      hints: { memory_ids: { values: [['memory'], ['needs']] } },
    },
    'memories.impact': { input: { id: 'memory' }, hints: { id: { values: ['memory', 'needs'] } } },
    'rules.testCondition': {
      input: { condition: conditional.rules[0]?.when[0], variables: { 'addVar.phase': 'planning' } },
      hints: {
        condition: {
          values: [conditional.rules[0]?.when[0], { field: 'addVar.phase', operator: 'eq', value: 'no' }],
        },
        variables: { values: [{}, { 'addVar.phase': 'planning' }] },
      },
    },
    'rules.evaluate': {
      input: { request },
      hints: {
        request: { values: [request, requestOf({ additional_variables: { phase: 'planning' } })] },
        engines,
        engine_id: { values: [absent, 'other'] },
      },
    },
    'rules.analyze': {
      input: {},
      hints: {
        engines: { values: [[conditional], [engineAdding('x', 'nowhere')]] },
        memories: { values: [[], [memoryOf('m')]] },
        samples: {
          values: [
            [],
            [{ id: 'a', name: 'A', request: requestOf({ additional_variables: { phase: 'x' } }) }],
          ],
          given: { engines: [engineAdding('x', 'needs')], budget: { limit: 1 } },
        },
        budget: { values: [absent, { limit: 1 }] },
        'budget.limit': { values: [1, 100_000] },
        'budget.tokens': {
          values: [
            { memory: 5, needs: 5 },
            { memory: 50, needs: 50 },
          ],
          given: { budget: { limit: 60 } },
        },
      },
    },
    'audit.memories': {
      input: {},
      hints: {
        memories: { values: [[], [memoryOf('lonely')]] },
        engines: { values: [[], [engineAdding('e2', 'lonely')]], given: { memories: [memoryOf('lonely')] } },
        samples: {
          values: [[], [{ id: 'a', name: 'A', request: requestOf({ explicit_memory: ['lonely'] }) }]],
          given: { memories: [memoryOf('lonely')] },
        },
        tests: {
          values: [[], [testOf('one', { request: requestOf({ explicit_memory: ['lonely'] }) })]],
          given: { memories: [memoryOf('lonely')] },
        },
        contracts: {
          values: [[], [contractOf({ kind: 'never', memory: 'lonely' })]],
          given: { memories: [memoryOf('lonely')] },
        },
      },
    },
    'contracts.check': {
      input: { contracts: [contractOf({ kind: 'never', memory: 'memory' })] },
      hints: {
        contracts: {
          values: [
            { kind: 'never', memory: 'nowhere' } as const,
            { kind: 'always', memory: 'nowhere' } as const,
          ].map(state => [contractOf(state)]),
        },
        engines: { values: [[], [engineAdding('e2', 'memory')]] },
        memories: {
          values: [[], [memoryOf('memory', { pipeline: [staticStep('Many words are written in it.')] })]],
          given: { contracts: [contractOf({ kind: 'limit', of: { section: 'knowledge' }, tokens: 0 })] },
        },
      },
    },
    'rules.compare': {
      input: { before_engines: [], engines: [conditional], memories: [], samples: [] },
      hints: {
        revision: { values: ['HEAD', 'nowhere'], given: { before_engines: absent } },
        before_engines: { values: [[], [conditional]] },
        before_memories: { values: [[], [memoryOf('before')]] },
        pair: {
          values: [
            ['conditional', 'e2'],
            ['conditional', 'conditional'],
          ],
          given: { before_engines: absent, engines: [conditional, engineAdding('e2', 'memory')] },
        },
        engines: { values: [[], [conditional]] },
        memories: { values: [[], [memoryOf('after')]] },
        samples: {
          values: [
            [],
            [{ id: 's', name: 'S', request: requestOf({ additional_variables: { phase: 'planning' } }) }],
          ],
        },
        fired: {
          values: [absent, true],
          given: {
            before_engines: [
              { ...conditional, rules: conditional.rules.map(rule => ({ ...rule, id: 'r2' })) },
            ],
          },
        },
      },
    },
    'engines.atRevision': {
      input: { revision: 'HEAD' },
      hints: { revision: { values: ['HEAD', 'nowhere'] } },
    },
    'rules.fix': {
      input: { rule: conditional.rules[0], request },
      hints: {
        rule: { values: [conditional.rules[0], engineAdding('x', 'y').rules[0]] },
        engine_id: { values: ['conditional', 'engine'], given: { rule: absent, rule_id: 'r1' } },
        rule_id: { values: ['r1', 'r2'], given: { rule: absent, engine_id: 'conditional' } },
        request: { values: [request, requestOf({ additional_variables: { phase: 'planning' } })] },
      },
    },
    'tests.get': { input: { id: 'test' }, hints: { id: { values: ['test', 'gone'] } } },
    ...testTrials,
    'contracts.get': { input: { id: 'contract' }, hints: { id: { values: ['contract', 'gone'] } } },
    'samples.get': { input: { id: 'sample' }, hints: { id: { values: ['sample', 'gone'] } } },
    'recordings.list': {
      input: {},
      hints: { cause: { values: recordings.causes }, limit: { values: [1, 2] } },
    },
    'recordings.suggest': { input: {}, hints: { limit: { values: [1, 2] } } },
    'recordings.get': { input: { id: recordings.ids[0] }, hints: { id: { values: recordings.ids } } },
    'recordings.replay': {
      input: { engines: [engineAdding('engine', 'second')] },
      hints: {
        engines: { values: ['second', 'third'].map(id => [engineAdding('engine', id)]) },
        memories: {
          values: [[], [memoryOf('new')]],
          given: { engines: [engineAdding('engine', 'new')] },
        },
        absent: { values: [absent, { engines: ['engine'] }], given: { engines: absent, memories: [] } },
        'absent.engines': { values: [[], ['engine']], given: { engines: absent } },
        'absent.memories': { values: [[], ['memory']], given: { engines: absent } },
        causes: { values: recordings.causes.map(id => [id]) },
        model: { values: ['opus', 'haiku'] },
      },
    },
    'events.search': {
      input: { instance: 'i' },
      hints: {
        instance: { values: ['i', 'j'] },
        eventType: { values: ['t', 'u'] },
        streamId: { values: ['s1', 's2'] },
      },
    },
    'graph.read': {
      input: { viewId: 'near' },
      hints: {
        viewId: { values: ['near', 'far'] },
        ...Object.fromEntries(
          Object.entries({
            '': [{ id: 'v' }, { id: 'v', kinds: ['l'] }],
            '.kinds': [['k'], ['l']],
            '.text': ['src', 'f'],
            '.depth': [0, 1],
            '.relation': ['knows', 'likes'],
            '.limit': [1, 2],
          }).map(([key, values]) => [
            `view${key}`,
            {
              values,
              given: {
                viewId: absent,
                view: { id: 'v', kinds: ['k'], depth: 1, ...(key === '.depth' && { kinds: ['l'] }) },
              },
            },
          ]),
        ),
      },
    },
    'presence.predict': { input: {}, hints: { device_id: { values: ['phone', 'desk'] } } },
    'ledger.assemble': {
      input: { task: 'sessions', scope: 'src/a' },
      hints: {
        task: { values: ['sessions', 'logs'] },
        scope: { values: ['src/a', 'docs'] },
        max_tokens: { values: [0, 20, 4000] },
        ...ledgerOverlay,
      },
    },
    'ledger.summarize': {
      input: {},
      hints: {
        scope: { values: [absent, 'src/b'] },
        now: { values: [at, '2027-01-01T00:00:00Z'] },
        ...ledgerOverlay,
      },
    },
    'ledger.whatChanged': {
      input: { since: '2026-11-01T00:00:00Z' },
      hints: { scope: { values: [absent, 'src/b'] }, ...ledgerOverlay },
    },
    'ledger.list': {
      input: {},
      hints: {
        scope: { values: [absent, 'src/a'] },
        inside: { given: { scope: 'src/a' } },
        query: { values: [absent, 'sessions'] },
        domains: { values: [['storage'], ['logs']] },
        agents: { values: [['ada'], ['bob']] },
        tags: { values: [['slow'], ['none']] },
      },
    },
    'ledger.get': { input: { id: ids.redis }, hints: { id: { values: [ids.redis, ids.warning] } } },
    'ledger.conflicts': { input: {}, hints: { scope: { values: ['src/a', 'src/b'] } } },
    'ledger.search': {
      input: { query: 'sessions' },
      hints: { query: { values: ['sessions', 'logs'] }, scope: { values: [absent, 'src/b'] } },
    },
    'zones.classify': { input: { model: 'sonnet', current_tokens: 130_000 } },
    'packages.list': {
      input: {},
      hints: { session_id: { values: ['s', 'other'] }, group_id: { values: [absent, 'g'] } },
    },
    'packages.rank': {
      input: {
        packages: [
          { id: 1, priority: 'low', group_id: 'g', consumers: ['developer'], created_at: at },
          { id: 2, priority: 'low', consumers: ['tech_lead'], created_at: '2026-11-01T00:00:00Z' },
        ],
        request: { agent_type: 'developer' },
        now: at,
        limit: 5,
      },
      hints: {
        packages: { values: [[], [{ id: 9, priority: 'low', consumers: [], created_at: at }]] },
        request: { values: [{ agent_type: 'developer' }, { agent_type: 'tech_lead' }] },
        'request.group_id': { values: ['g', 'h'] },
        'request.agent_type': { values: ['developer', 'tech_lead'] },
      },
    },
    'packages.context': {
      input: { session_id: 's', agent_type: 'developer' },
      hints: {
        session_id: { values: ['s', 'other'] },
        group_id: { values: [absent, 'h'] },
        agent_type: { values: ['developer', 'tech_lead'] },
        iteration: { values: [0, 1] },
        query: { values: ['ferry', 'tide'], given: { limit: 4 } },
        project_id: { values: ['shop', 'site'] },
        ...failureHints({}),
      },
    },
    'errorPatterns.match': {
      input: { failure },
      hints: { project_id: { values: ['shop', 'site'] }, ...failureHints({}) },
    },
    'errorPatterns.list': { input: {}, hints: { project_id: { values: ['shop', 'site'] } } },
    'health.assess': {
      input: { tool_calls: { low: 1, medium: 1, high: 1 } },
      hints: {
        tool_calls: { values: [[{ tool: 'read' }], [{ tool: 'write' }]] },
        'tool_calls[].tool': { values: ['read', 'write'], given: { tool_calls: [{ tool: 'read' }] } },
        window: { values: [1000, 2000] },
        model: { values: ['sonnet', 'unknown'] },
      },
    },
    'health.report': { input: { session_id: 's' }, hints: { session_id: { values: ['s', 't'] } } },
    'health.gate': {
      input: { session_id: 'full', tool: 'write' },
      hints: { session_id: { values: ['full', 's'] }, tool: { values: ['read', 'write'] } },
    },
    'health.state': { input: {}, hints: { session_id: { values: ['s', 't'] } } },
    'flights.list': { input: {}, hints: { limit: { values: [1, 2] } } },
    'flights.get': {
      input: { session_id: 's' },
      hints: {
        session_id: { values: ['s', 't'] },
        from: { values: [0, 1] },
        limit: { values: [1, 2] },
      },
    },
    'flights.turns': {
      input: { session_id: 's' },
      hints: { session_id: { values: ['s', 't'] }, from: { values: [0, 2] } },
    },
    'flights.instructions': {
      input: { session_id: 'reader' },
      hints: { session_id: { values: ['reader', 's'] }, turn: { values: [0, 1] } },
    },
    'flights.predict': {
      input: {},
      hints: {
        agent: { values: ['codex', 'cursor'] },
        folder: { values: ['.', '.codebolt'] },
        file: { values: ['rules/a.md', 'b.md'], given: { agent: 'cursor' } },
        after: { values: [['rules/a.md'], ['b.md']], given: { agent: 'cursor' } },
      },
    },
    'health.saved': { input: {}, hints: { session_id: { values: ['s', 't'] } } },
    'imports.preview': {
      input: { files: [{ name: 'guide.md', text: '# A guide' }] },
      hints: importHints,
    },
  };
}

const importHints: Readonly<Record<string, Hint>> = {
  files: { values: [[{ name: 'a.md', text: 'A' }], [{ name: 'b.md', text: 'B' }]] },
  'files[].name': { values: ['a.md', 'b.md'] },
  'files[].text': {
    values: ['one', 'two'].map(id => JSON.stringify(engineAdding(id, 'memory'))),
    given: { files: [{ name: 'x.json', text: '' }] },
  },
  from: { values: [['notes'], ['others']], given: { files: absent } },
  source: { values: [absent, 'guide'] },
  collection: { values: ['one', 'two'] },
  on_conflict: {
    given: {
      files: [
        { name: 'x.json', text: JSON.stringify({ ...engineAdding('engine', 'third'), name: 'Imported' }) },
      ],
    },
  },
  import_id: { values: ['one', 'two'] },
  prune: { given: { files: absent, from: ['rules'] } },
};

function changing({ hashes, ids, fingerprint, recordings }: Prepared): Trials {
  const wrong = '0'.repeat(64);
  const hash = (right: string): Hint => ({ values: [right, wrong] });
  const definitionFiles = (one: object, two: object): Readonly<Record<string, Hint>> => ({
    files: {
      values: [
        [{ name: 'x.json', text: JSON.stringify(one) }],
        [{ name: 'y.json', text: JSON.stringify(two) }],
      ],
    },
    'files[].name': { values: ['x.json', 'y.json'] },
    'files[].text': { values: [JSON.stringify(one), JSON.stringify(two)] },
  });
  return {
    'project.open': {
      input: { path: temporaryFolder() },
      hints: {
        path: {
          values: [temporaryFolder(), temporaryFolder()],
          given: { path: temporaryFolder(), create: true },
        },
      },
    },
    'backup.restore': { input: undefined },
    'project.trust': {
      input: { decision: 'grant' },
      hints: { expected: { values: [fingerprint, 'another'] } },
    },
    'drafts.save': {
      input: undefined,
      hints: { draft: { values: [null, { engines: [] }] }, project: { values: ['/elsewhere'] } },
    },
    'config.set': {
      input: undefined,
      hints: {
        changes: { values: [{ redaction_mode: 'both' }, { redaction_mode: 'off' }] },
        expected_hash: hash(hashes.config),
      },
    },
    'engines.create': {
      input: undefined,
      hints: {
        engine: {
          values: [
            { name: 'New', rules: [] },
            { name: 'Other', rules: [] },
          ],
        },
      },
    },
    'engines.update': {
      input: undefined,
      hints: {
        id: { values: ['engine', 'other'] },
        changes: { values: [{ name: 'One' }, { name: 'Two' }] },
        expected_hash: hash(hashes.engine),
      },
    },
    'engines.save': {
      input: undefined,
      hints: {
        engine: { values: [conditional, engineAdding('fresh', 'memory')] },
        expected_hash: { values: [null, wrong] },
      },
    },
    'engines.addRule': {
      input: { id: 'engine', rule: { id: 'more', name: 'R', when: [], then: { add_memories: [] } } },
      hints: {
        id: { values: ['engine', 'other'] },
        rule: { values: [conditional.rules[0], { ...conditional.rules[0], name: 'Other' }] },
        expected_hash: hash(hashes.engine),
      },
    },
    'engines.updateRule': {
      input: undefined,
      hints: {
        id: { values: ['engine', 'other'] },
        changes: { values: [{ name: 'One' }, { name: 'Two' }] },
        expected_hash: hash(hashes.engine),
      },
    },
    'engines.deleteRule': {
      input: undefined,
      hints: { id: { values: ['engine', 'other'] }, expected_hash: hash(hashes.engine) },
    },
    'engines.duplicate': {
      input: undefined,
      hints: { id: { values: ['engine', 'other'] }, to: { values: ['copy-one', 'copy-two'] } },
    },
    'engines.import': {
      input: undefined,
      hints: {
        ...definitionFiles(engineAdding('one', 'memory'), engineAdding('two', 'memory')),
        folder: { values: ['engines', 'memories'], given: { files: absent } },
        on_conflict: {
          given: {
            files: [
              {
                name: 'x.json',
                text: JSON.stringify({ ...engineAdding('engine', 'third'), name: 'Imported' }),
              },
            ],
          },
        },
      },
    },
    'engines.delete': {
      input: undefined,
      hints: { id: { values: ['other', 'engine'] }, expected_hash: hash(hashes.other) },
    },
    'rules.renameField': {
      input: { from: 'addVar.phase', to: 'addVar.stage' },
      hints: {
        from: { values: ['addVar.phase', 'addVar.none'] },
        to: { values: ['addVar.stage', 'addVar.step'] },
      },
    },
    'memories.create': {
      input: undefined,
      hints: {
        memory: {
          values: ['One', 'Two'].map(label => {
            const { id: _, ...draft } = memoryOf('x');
            return { ...draft, label };
          }),
        },
      },
    },
    'memories.update': {
      input: undefined,
      hints: {
        id: { values: ['memory', 'second'] },
        changes: { values: [{ label: 'One' }, { label: 'Two' }] },
        expected_hash: hash(hashes.memory),
      },
    },
    'memories.duplicate': {
      input: undefined,
      hints: { id: { values: ['memory', 'second'] }, to: { values: ['copy-one', 'copy-two'] } },
    },
    'memories.import': {
      input: undefined,
      hints: {
        ...definitionFiles(memoryOf('one'), memoryOf('two')),
        folder: { values: ['engines', 'memories'], given: { files: absent } },
        on_conflict: {
          given: {
            files: [{ name: 'x.json', text: JSON.stringify({ ...memoryOf('memory'), label: 'Imported' }) }],
          },
        },
      },
    },
    'memories.save': {
      input: undefined,
      hints: {
        memory: { values: [memoryOf('one'), memoryOf('two')] },
        expected_hash: { values: [null, wrong] },
      },
    },
    'audit.mend': {
      input: undefined,
      hints: {
        findings: { values: [['unused/second'], ['unused/nobody']], given: { undo: absent } },
        undo: {
          values: ['one', 'two'].map(id => ({ memories: [memoryOf(id)], engines: [], samples: [] })),
        },
        'undo.memories': { values: [[], [memoryOf('one')]] },
        'undo.engines': { values: [[], [engineAdding('e2', 'memory')]] },
        'undo.samples': { values: [[], [{ id: 'a', name: 'A', request: {} }]] },
        'undo.tests': { values: [[], [{ id: 'a', name: 'A', expect: [] }]] },
        'undo.contracts': { values: [[], [contractOf({ kind: 'never', memory: 'memory' })]] },
        'undo.layouts': { values: [[], [{ id: 'e', pins: {} }]] },
      },
    },
    'memories.delete': {
      input: undefined,
      hints: { id: { values: ['second', 'third'] }, expected_hash: hash(hashes.second) },
    },
    'memories.rename': {
      input: undefined,
      hints: {
        id: { values: ['third', 'second'] },
        to: { values: ['fourth', 'fifth'] },
        expected_hash: hash(hashes.third),
      },
    },
    'documents.import': {
      input: undefined,
      hints: {
        collection: { values: ['docs', 'fresh'] },
        files: { values: [[{ path: 'x.md', text: 'X' }], [{ path: 'y.md', text: 'Y' }]] },
        'files[].path': { values: ['x.md', 'y.md'] },
        'files[].text': { values: ['One.', 'Two two.'] },
        folder: { values: ['notes', 'others'], given: { files: absent } },
      },
    },
    'documents.embed': {
      input: { collection: 'docs', embedder: 'none' },
      hints: { collection: { values: ['docs', 'nowhere'] }, embedder: { values: ['none', 'unknown'] } },
    },
    'documents.delete': {
      input: undefined,
      hints: { collection: { values: ['docs', 'more'] }, path: { values: [absent, 'nowhere.md'] } },
    },
    'documents.sync': {
      input: undefined,
      hints: { collection: { values: ['synced', 'fresh'] }, folder: { values: ['notes', 'others'] } },
    },
    'documents.syncStop': { input: undefined, hints: { collection: { values: ['synced', 'docs'] } } },
    'kv.delete': {
      input: undefined,
      hints: {
        instance: { values: ['i', 'x'] },
        namespace: { values: ['n', 'x'] },
        key: { values: ['k', 'x'] },
      },
    },
    'kv.set': { input: undefined },
    'events.append': {
      input: undefined,
      hints: {
        events: { values: [[{ type: 't', content: 'one' }], [{ type: 't', content: 'two' }]] },
        instance: { values: ['i', 'j'] },
      },
    },
    'graph.upsert': {
      input: {
        nodes: [{ id: 'd', kind: 'k', name: 'd' }],
        edges: [{ from: 'a', relation: 'knows', to: 'f' }],
      },
      hints: {
        nodes: { values: [[{ id: 'd', kind: 'k', name: 'd' }], [{ id: 'x', kind: 'k', name: 'x' }]] },
        edges: {
          values: [[{ from: 'a', relation: 'knows', to: 'f' }], [{ from: 'b', relation: 'knows', to: 'f' }]],
        },
        'nodes[].attributes': { values: [{ a: 1 }, { a: 2 }] },
        'edges[].attributes': { values: [{ a: 1 }, { a: 2 }] },
        'edges[].from': { values: ['a', 'b'] },
        'edges[].to': { values: ['f', 'e'] },
      },
    },
    'graph.delete': {
      input: { nodes: ['f'], edges: [{ from: 'a', relation: 'knows', to: 'b' }] },
      hints: {
        nodes: { values: [['f'], ['e']] },
        edges: { values: [[], [{ from: 'a', relation: 'likes', to: 'c' }]] },
        'edges[].from': { values: ['a', 'b'] },
        'edges[].relation': { values: ['knows', 'likes'] },
        'edges[].to': { values: ['b', 'c'] },
        views: { values: [[], ['near']] },
      },
    },
    'graph.saveView': { input: undefined },
    'samples.save': {
      input: undefined,
      hints: {
        sample: { values: ['one', 'two'].map(id => ({ id, name: id, request: {} })) },
        expected_hash: { values: [null, wrong] },
      },
    },
    'recordings.delete': {
      input: {},
      hints: {
        ids: { values: recordings.ids.map(id => [id]) },
        causes: { values: recordings.causes.map(id => [id]) },
        origin: { values: ['served', 'sample'] },
      },
    },
    'samples.delete': {
      input: undefined,
      hints: { id: { values: ['gone', 'sample'] }, expected_hash: hash(hashes.gone) },
    },
    'tests.save': {
      input: undefined,
      hints: {
        test: { values: [testOf('one'), testOf('two')] },
        expected_hash: { values: [null, wrong] },
      },
    },
    'tests.delete': {
      input: undefined,
      hints: { id: { values: ['gone', 'test'] }, expected_hash: hash(hashes.retired) },
    },
    'contracts.create': {
      input: undefined,
      hints: {
        contract: {
          values: [
            contractOf({ kind: 'never', memory: 'memory' }, 'one'),
            contractOf({ kind: 'never', memory: 'memory' }, 'two'),
          ],
        },
      },
    },
    'contracts.update': {
      input: undefined,
      hints: {
        id: { values: ['contract', 'gone'] },
        changes: { values: [{ name: 'One' }, { name: 'Two' }] },
        expected_hash: hash(hashes.contract),
      },
    },
    'contracts.save': {
      input: undefined,
      hints: {
        contract: {
          values: [
            contractOf({ kind: 'never', memory: 'memory' }, 'one'),
            contractOf({ kind: 'never', memory: 'memory' }, 'two'),
          ],
        },
        expected_hash: { values: [null, wrong] },
      },
    },
    'contracts.delete': {
      input: undefined,
      hints: { id: { values: ['gone', 'contract'] }, expected_hash: hash(hashes.lapsed) },
    },
    'layouts.save': {
      input: undefined,
      hints: {
        layout: { values: ['one', 'two'].map(id => ({ id, pins: {} })) },
        expected_hash: { values: [null, wrong] },
      },
    },
    'layouts.delete': {
      input: undefined,
      hints: { id: { values: ['gone', 'engine'] }, expected_hash: hash(hashes.layout) },
    },
    'imports.apply': {
      input: undefined,
      hints: { ...importHints, choose: { values: [[], absent] } },
    },
    'ledger.post': {
      input: undefined,
      hints: {
        relates_to: { values: [[ids.question ?? ''], []], given: { entry_type: 'answer' } },
        scope: { values: ['src/a', 'src/b'] },
      },
    },
    'ledger.decide': {
      input: undefined,
      hints: {
        supersedes: { values: [absent, ids.redis] },
        alternatives: { values: [[], [{ option: 'Another' }]] },
      },
    },
    'ledger.resolve': {
      input: undefined,
      hints: { id: { values: [ids.warning, ids.question] } },
    },
    'ledger.override': { input: undefined, hints: { id: { values: [ids.redis, ids.postgres] } } },
    'ledger.reconsider': {
      input: { id: ids.redis },
      hints: { id: { values: [ids.redis, 'nobody'] } },
      looks: [['ledger.get', { id: ids.redis }]],
    },
    'ledger.confirm': {
      input: { id: ids.postgres },
      hints: { id: { values: [ids.postgres, ids.redis] } },
      looks: [['ledger.get', { id: ids.postgres }]],
    },
    'ledger.import': { input: undefined, hints: { from: { values: ['ledger', 'second-ledger'] } } },
    'ledger.sync': { input: {}, hints: { folder: { values: ['shared', 'second-shared'] } } },
    'health.record': {
      input: undefined,
      hints: { plan: { values: [absent, { boundary: 'the release' }] } },
    },
    'flights.hear': {
      input: undefined,
      hints: {
        session_id: { values: ['s', 't'] },
        transcript: { values: [absent, 'one'] },
        takes: { values: [absent, []], given: { event: 'session_start', tool: absent } },
      },
      looks: [['flights.get', { session_id: 's' }]],
    },
    'conversations.import': {
      input: undefined,
      hints: {
        files: { values: talks.map(one => [one]), given: { messages: absent, id: absent } },
        'files[].name': {
          values: ['a.json', 'b.json'],
          given: { messages: absent, id: absent, files: talks.slice(0, 1) },
        },
        'files[].text': {
          values: talks.map(({ text }) => text),
          given: { messages: absent, id: absent, files: talks.slice(0, 1) },
        },
        'files[].data': {
          values: talks.map(({ text }) => Buffer.from(text).toString('base64')),
          given: { messages: absent, id: absent, files: [{ name: 'a.json' }] },
        },
        from: { values: [['talks'], ['notes']], given: { messages: absent, id: absent } },
        messages: { values: [long, long.slice(0, 3)] },
        append: { given: { id: 'talk', messages: long.slice(0, 1) } },
        format: { given: { messages: absent, id: absent, files: talks.slice(0, 1) } },
        embedder: { values: ['none', 'unknown'] },
      },
    },
    'presence.update': {
      input: undefined,
      hints: {
        local_time: { values: ['2026-11-21T10:00:00Z', '2026-11-21T15:00:00Z'] },
      },
      looks: [['presence.predict', { device_id: 'd' }]],
    },
    'bundles.rebuild': {
      input: undefined,
      hints: { ids: { values: [['topic:ferries'], ['topic:mornings']] } },
    },
    'errorPatterns.feedback': {
      input: undefined,
      hints: { project_id: { values: ['default', 'shop'] } },
    },
    'sessions.save': {
      input: undefined,
      hints: { metadata: { values: [{}, { project_id: 'one' }] } },
    },
  };
}
