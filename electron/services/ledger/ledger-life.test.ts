import { describe, expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/contract.ts';
import type { LedgerEntry } from '../../../shared/model/ledger.ts';
import { type AppHarness, startApp, testNow } from '../../../test/support/app-harness.ts';

async function open(): Promise<AppHarness> {
  const harness = startApp();
  await harness.openEmpty();
  return harness;
}

const decision = (more: Partial<Input<'ledger.decide'>> = {}): Input<'ledger.decide'> => ({
  domain: 'storage',
  scope: 'src/storage',
  summary: 'Keep sessions in Redis',
  rationale: 'They are short-lived',
  ...more,
});

const entryOf = async ({ call }: AppHarness, id: string): Promise<LedgerEntry> => {
  const { record } = await call('ledger.get', { id });
  if (record.kind !== 'entry') throw new Error(`${id} is no entry`);
  return record.entry;
};

describe('entries', () => {
  it('are posted with what the source has, absent lists empty', async () => {
    const harness = await open();
    const posted = await harness.call('ledger.post', { entry_type: 'finding', summary: 'Tests are slow' });
    const entry = {
      id: posted.id,
      timestamp: testNow,
      agent_id: 'user',
      entry_type: 'finding',
      tags: [],
      scope: 'project',
      summary: 'Tests are slow',
      detail: '',
    };
    expect(posted).toEqual({ id: posted.id, timestamp: testNow, entry, resolved: [] });
    expect(await entryOf(harness, posted.id)).toEqual(entry);
    expect(harness.events.at(-1)).toEqual({ event: 'project:changed', what: 'ledger' });
  });

  it.each(['question', 'need'] as const)('an answer resolves the %s that it relates to', async entry_type => {
    const harness = await open();
    const asked = await harness.call('ledger.post', { entry_type, summary: 'Which cache?' });
    const other = await harness.call('ledger.post', { entry_type, summary: 'Another' });
    const warning = await harness.call('ledger.post', { entry_type: 'warning', summary: 'Careful' });
    const answer = { entry_type: 'answer', summary: 'Redis', agent_id: 'ada' } as const;
    const relates_to = [asked.id, warning.id, 'unknown', asked.id];
    expect((await harness.call('ledger.post', { ...answer, relates_to })).resolved).toEqual([asked.id]);
    expect(await entryOf(harness, asked.id)).toMatchObject({ resolved_at: testNow, resolved_by: 'ada' });
    expect(await entryOf(harness, other.id)).not.toHaveProperty('resolved_at');
    expect(await entryOf(harness, warning.id)).not.toHaveProperty('resolved_at');
    expect((await harness.call('ledger.post', { ...answer, relates_to })).resolved).toEqual([]);
  });

  it('are resolved by hand once, warnings too', async () => {
    const harness = await open();
    const { id } = await harness.call('ledger.post', { entry_type: 'warning', summary: 'Careful' });
    const resolved = { resolved_at: testNow, resolved_by: 'ada' };
    const first = await harness.call('ledger.resolve', { id, resolved_by: 'ada' });
    expect(first).toMatchObject({ changed: true, entry: resolved });
    const again = await harness.call('ledger.resolve', { id, resolved_by: 'bob' });
    expect(again).toMatchObject({ changed: false, entry: resolved });
    expect(await harness.call('ledger.summarize', {})).toMatchObject({ active_warnings: 0 });
  });

  it('and decisions that are not there are not found, also where nothing was ever stored', async () => {
    const harness = await open();
    for (const empty of [true, false]) {
      if (!empty) await harness.call('ledger.post', { entry_type: 'need', summary: 'x' });
      for (const [name, more] of [
        ['resolve', {}],
        ['override', { reason: 'r' }],
        ['reconsider', {}],
        ['confirm', {}],
        ['get', {}],
      ] as const)
        expect(await harness.ask(`ledger.${name}`, { id: 'nobody', ...more })).toMatchObject({
          ok: false,
          error: { code: 'not_found', message: expect.stringContaining('"nobody"') },
        });
    }
  });

  it('say whose word they are', async () => {
    const { ask, call } = await open();
    await ask('ledger.post', { entry_type: 'need', summary: 'from an agent' }, { door: 'mcp' });
    const { records } = await call('ledger.list', {});
    expect(records).toMatchObject([{ kind: 'entry', entry: { agent_id: 'agent' } }]);
  });
});

describe('decisions', () => {
  it('are active when nothing contradicts them', async () => {
    const { call } = await open();
    const decided = await call('ledger.decide', decision({ alternatives: [{ option: 'Postgres' }] }));
    expect(decided).toMatchObject({
      timestamp: testNow,
      decision: {
        status: 'active',
        confidence: 'medium',
        reversible: true,
        alternatives: [{ option: 'Postgres', pros: [], cons: [], reason_rejected: '' }],
        affected_files: [],
      },
      conflicts: [],
      hints: [],
    });
    expect(decided).not.toHaveProperty('warning_id');
  });

  const alike = 'Keep sessions in Postgres';
  it.each<[string, Partial<Input<'ledger.decide'>>, Partial<Input<'ledger.decide'>>, boolean]>([
    ['the same scope', {}, { summary: alike }, true],
    ['the same scope with a slash', {}, { summary: alike, scope: 'src/storage/' }, true],
    [
      'a shared file',
      { scope: 'a', affected_files: ['x.ts'] },
      { summary: alike, scope: 'b', affected_files: ['x.ts'] },
      true,
    ],
    [
      'a shared symbol',
      { scope: 'a', affected_symbols: ['S'] },
      { summary: alike, scope: 'b', affected_symbols: ['S'] },
      true,
    ],
    ['the whole project as scope', { scope: 'project' }, { summary: alike, scope: 'project' }, false],
    ['a scope within the other', {}, { summary: alike, scope: 'src/storage/redis.ts' }, false],
    ['another domain', {}, { summary: alike, domain: 'auth' }, false],
    ['summaries about different things', {}, { summary: 'Write migrations one file each' }, false],
    ['summaries that say the same', {}, { summary: 'sessions: keep in Redis!' }, false],
  ])('with %s', async (_, first, second, isConflict) => {
    const { call } = await open();
    const older = await call('ledger.decide', decision(first));
    const newer = await call('ledger.decide', decision(second));
    expect(newer.decision.status).toBe(isConflict ? 'provisional' : 'active');
    expect(newer.conflicts.map(conflict => conflict.older.id)).toEqual(isConflict ? [older.id] : []);
    const { records } = await call('ledger.list', { entry_types: ['warning'], kinds: ['entry'] });
    const texts = records.map(record => (record.kind === 'entry' ? record.entry.detail : ''));
    expect(texts.map(text => [text?.includes(older.id), text?.includes(newer.id)])).toEqual(
      isConflict ? [[true, true]] : [],
    );
    expect((await call('ledger.conflicts', {})).conflicts).toEqual(newer.conflicts);
  });

  it('of one domain in a matching scope are hints', async () => {
    const { call } = await open();
    const older = await call('ledger.decide', decision({ scope: 'src' }));
    await call('ledger.decide', decision({ scope: 'src', domain: 'auth', summary: 'Use passkeys' }));
    const { hints } = await call('ledger.decide', decision({ summary: 'Write migrations one file each' }));
    expect(hints).toEqual([{ id: older.id, summary: older.decision.summary }]);
  });

  it('that are made at once see each other', async () => {
    const { call } = await open();
    const made = await Promise.all(
      ['Redis', 'Postgres', 'files'].map(where =>
        call('ledger.decide', decision({ summary: `Keep all sessions in ${where}` })),
      ),
    );
    expect(made.map(({ decision: { status } }) => status)).toEqual(['active', 'provisional', 'provisional']);
  });

  it('take the place of the one that they supersede, without contradicting it', async () => {
    const { call, ask } = await open();
    const older = await call('ledger.decide', decision());
    const newer = await call('ledger.decide', decision({ summary: alike, supersedes: older.id }));
    expect([newer.decision.status, newer.conflicts]).toEqual(['active', []]);
    const { record, history, related } = await call('ledger.get', { id: older.id });
    expect(record).toMatchObject({ decision: { status: 'superseded', status_changed_at: testNow } });
    expect(history).toEqual([
      { at: testNow, status: 'active', by: 'user' },
      { at: testNow, status: 'superseded', by: 'user', reason: `superseded by ${newer.id}` },
    ]);
    expect(related).toEqual([{ id: newer.id, kind: 'decision', relation: 'supersedes_by', summary: alike }]);
    expect(await ask('ledger.decide', decision({ supersedes: older.id }))).toMatchObject({
      error: { code: 'conflict' },
    });
    expect((await call('ledger.list', { kinds: ['decision'] })).total).toBe(2);
  });

  it.each<[string, (harness: AppHarness, id: string) => Promise<unknown>]>([
    ['superseded', ({ call }, id) => call('ledger.decide', decision({ summary: alike, supersedes: id }))],
    [
      'overridden',
      async ({ call }, id) => {
        await call('ledger.override', { id, reason: 'too dear' });
        await call('ledger.decide', decision({ summary: alike }));
      },
    ],
  ])('that were %s contradict what came after them once they are thought over again', async (_, replace) => {
    const harness = await open();
    const { call } = harness;
    const { id } = await call('ledger.decide', decision());
    await replace(harness, id);
    const conflicts = async () => {
      const found = (await call('ledger.conflicts', {})).conflicts;
      expect((await call('ledger.get', { id })).conflicts).toEqual(found);
      return found.map(({ newer, older }) => [newer.summary, newer.status, older.id, older.status]);
    };
    expect(await conflicts()).toEqual([]);
    await call('ledger.reconsider', { id, reason: 'cheaper now' });
    expect(await conflicts()).toEqual([[alike, 'active', id, 'provisional']]);
    await call('ledger.confirm', { id });
    expect(await conflicts()).toEqual([]);
  });

  it('are overridden with a reason, reconsidered, and confirmed; the history keeps every step', async () => {
    const { call, ask } = await open();
    const { id } = await call('ledger.decide', decision({ agent_id: 'ada' }));
    const overridden = await call('ledger.override', { id, reason: 'too dear', overridden_by: 'bob' });
    expect(overridden.decision).toMatchObject({
      status: 'overridden',
      status_changed_at: testNow,
      overridden_by: 'bob',
      override_reason: 'too dear',
    });
    expect((await call('ledger.whatChanged', { since: testNow })).overridden_decisions).toEqual([
      { id, summary: 'Keep sessions in Redis', reason: 'too dear' },
    ]);
    const again = await ask('ledger.override', { id, reason: 'once more' });
    expect(again).toMatchObject({ ok: false, error: { code: 'conflict' } });
    const { decision: provisional } = await call('ledger.reconsider', { id, reason: 'prices fell' });
    expect(provisional.status).toBe('provisional');
    expect(provisional).not.toHaveProperty('overridden_by');
    expect((await call('ledger.confirm', { id })).decision.status).toBe('active');
    const { history } = await call('ledger.get', { id });
    expect(history).toEqual([
      { at: testNow, status: 'active', by: 'ada' },
      { at: testNow, status: 'overridden', by: 'bob', reason: 'too dear' },
      { at: testNow, status: 'provisional', by: 'user', reason: 'prices fell' },
      { at: testNow, status: 'active', by: 'user' },
    ]);
  });

  it.each([{ reason: '' }, { reason: '  ' }, {}])('are not overridden without a reason: %j', async given => {
    const { ask } = await open();
    expect(await ask('ledger.override', { id: 'x', ...given })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    });
  });
});

describe('what leaves the ledger', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;

  it('has no secrets in it, at any procedure', async () => {
    const { call } = await open();
    const { id } = await call('ledger.decide', decision({ rationale: `the token is ${secret}` }));
    await call('ledger.post', { entry_type: 'warning', summary: 'Leak', detail: `token ${secret}` });
    const replies = [
      await call('ledger.assemble', { task: `why ${secret}`, explain: true }),
      await call('ledger.list', {}),
      await call('ledger.get', { id }),
      await call('ledger.search', { query: 'token' }),
      await call('ledger.export', {}),
      await call('ledger.override', { id, reason: `because ${secret}` }),
      await call('ledger.whatChanged', { since: '2020-01-01' }),
    ];
    expect(JSON.stringify(replies)).not.toContain(secret);
    expect(JSON.stringify(replies)).toContain('[REDACTED:');
  });

  it('costs what is shown: the budget holds for the text without secrets', async () => {
    const { call } = await open();
    await call('ledger.post', { entry_type: 'need', summary: 'a', detail: `password: "${'x9'.repeat(40)}"` });
    const { open_needs, token_estimate } = await call('ledger.assemble', { task: '', search: false });
    const [need] = open_needs;
    expect(token_estimate).toBe(Math.ceil(`${need?.summary} ${need?.detail}`.length / 4));
  });
});

describe('looking through the ledger', () => {
  it('lists by filters and page by page, newest first', async () => {
    const { call } = await open();
    await call('ledger.decide', decision({ agent_id: 'ada' }));
    for (const summary of ['one', 'two', 'three'])
      await call('ledger.post', { entry_type: 'need', summary, scope: 'src/ui', agent_id: 'bob' });
    const summaries = async (filter: Input<'ledger.list'>) => {
      const { records, total } = await call('ledger.list', filter);
      return [
        total,
        ...records.map(record => (record.kind === 'entry' ? record.entry : record.decision).summary),
      ];
    };
    expect(await summaries({ kinds: ['decision'] })).toEqual([1, 'Keep sessions in Redis']);
    const all = await summaries({ scope: 'src/ui' });
    // Posted at the same moment, so their order is that of their ids.
    expect([...all].sort()).toEqual([3, 'one', 'three', 'two']);
    expect(await summaries({ scope: 'src/ui', offset: 1, limit: 1 })).toEqual([3, all[2]]);
    expect(await summaries({ agents: ['ada'] })).toEqual([1, 'Keep sessions in Redis']);
    expect(await summaries({ kinds: ['entry'], entry_types: ['warning'] })).toEqual([0]);
    expect(await summaries({ until: '2026-11-20' })).toEqual([0]);
    expect(await call('ledger.facets', {})).toEqual({
      decisions: 1,
      entries: 3,
      scopes: [
        { scope: 'src/storage', decisions: 1, entries: 0 },
        { scope: 'src/ui', decisions: 0, entries: 3 },
      ],
      domains: [{ name: 'storage', count: 1 }],
      agents: [
        { name: 'bob', count: 3 },
        { name: 'ada', count: 1 },
      ],
      types: [{ name: 'need', count: 3 }],
      tags: [],
      statuses: [{ name: 'active', count: 1 }],
      files: [],
      places: [
        { name: 'src', count: 4 },
        { name: 'src/storage', count: 1 },
        { name: 'src/ui', count: 3 },
      ],
    });
  });

  it('counts at each place what the list has there, each record once', async () => {
    const { call } = await open();
    const affected_files = ['src/a.ts', 'src/deep/b.ts', 'docs/a.md', '/etc/hosts'];
    for (const scope of ['project', 'src/', 'src/deep', 'srcs'])
      await call('ledger.decide', decision({ scope, affected_files }));
    await call('ledger.post', { entry_type: 'finding', summary: 'one', scope: 'src/deep/b.ts' });
    const { places } = await call('ledger.facets', {});
    expect(places.map(({ name }) => name)).toEqual([
      '/etc',
      '/etc/hosts',
      'docs',
      'docs/a.md',
      'src',
      'src/a.ts',
      'src/deep',
      'src/deep/b.ts',
      'srcs',
    ]);
    for (const { name, count } of places)
      expect([name, (await call('ledger.list', { scope: name, inside: true })).total]).toEqual([name, count]);
  });

  it('finds by words, the middle hit with a relevance of one half', async () => {
    const { call } = await open();
    for (const summary of [
      'cache cache cache',
      'cache and much else that is about other things',
      'cache here too',
    ])
      await call('ledger.post', { entry_type: 'finding', summary });
    const { hits } = await call('ledger.search', { query: 'caches?' });
    expect(hits.map(({ record }) => record.kind === 'entry' && record.entry.summary)).toEqual([
      'cache cache cache',
      'cache here too',
      'cache and much else that is about other things',
    ]);
    expect(hits[1]?.relevance).toBeCloseTo(0.5);
    expect((await call('ledger.search', { query: 'nothing like it' })).hits).toEqual([]);
  });

  it('answers from an empty ledger as well', async () => {
    const { call } = await open();
    expect(await call('ledger.list', {})).toEqual({ records: [], resolved: [], total: 0 });
    expect(await call('ledger.conflicts', {})).toEqual({ conflicts: [] });
    expect(await call('ledger.search', { query: 'x' })).toEqual({
      hits: [],
      search: 'keyword',
      search_note: 'nothing of the ledger is embedded yet',
    });
    expect(await call('ledger.assemble', { task: 'x' })).toMatchObject({
      token_estimate: 0,
      active_decisions: [],
      omitted: { count: 0, by_type: {} },
    });
  });
});

it('a summary of the last day counts nothing that was made after its moment', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const { timestamp } = await call('ledger.decide', { domain: 'd', summary: 'Use SQLite', rationale: 'r' });
  await call('ledger.post', { entry_type: 'finding', summary: 'f' });
  const activity = async (hours: number) => {
    const now = new Date(Date.parse(timestamp) + hours * 3_600_000).toISOString();
    return (await call('ledger.summarize', { now })).recent_activity_summary;
  };
  const none = 'In the last 24 hours: 0 decisions made, 0 findings posted, 0 warnings raised.';
  const both = 'In the last 24 hours: 1 decision made, 1 finding posted, 0 warnings raised.';
  expect(await Promise.all([-1, 0, 24, 25].map(activity))).toEqual([none, both, both, none]);
});
