import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/contract.ts';
import { type AppHarness, startApp } from '../../../test/support/app-harness.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import type { AppOptions } from '../app/app.ts';

type Draft = Input<'packages.save'>;

const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
const draft: Draft = {
  session_id: 's1',
  package_type: 'research',
  file_path: 'research/a.md',
  producer_agent: 'tech_lead',
  priority: 'medium',
  summary: 'What was found',
};

async function started(options: Partial<AppOptions> = {}): Promise<AppHarness & { readonly path: string }> {
  const app = startApp(options);
  return { ...app, path: await app.openEmpty() };
}

const save = async ({ call }: AppHarness, more: Partial<Draft> = {}) =>
  (await call('packages.save', { ...draft, ...more })).id;

const idsFor = async ({ call }: AppHarness, more: Partial<Input<'packages.context'>> = {}) => {
  const { packages } = await call('packages.context', { session_id: 's1', agent_type: 'developer', ...more });
  return packages.map(({ id }) => id);
};

describe('packages', () => {
  it('of other groups, other sessions, superseded or read in this iteration are no candidates', async () => {
    const app = await started();
    const [wide, own] = [await save(app), await save(app, { group_id: 'a' })];
    await save(app, { group_id: 'b' });
    await save(app, { session_id: 's2' });
    const old = await save(app, { group_id: 'a' });
    const newer = await save(app, { group_id: '', supersedes_id: old, priority: 'high' });
    expect(await idsFor(app, { group_id: 'a' })).toEqual([newer, own, wide]);
    await app.call('packages.markConsumed', { package_ids: [newer], agent_type: 'developer', iteration: 2 });
    expect([
      await idsFor(app, { group_id: 'a', iteration: 2 }),
      await idsFor(app, { group_id: 'a' }),
      await idsFor(app, { group_id: 'a', iteration: 2, agent_type: 'developer_2' }),
    ]).toEqual([
      [own, wide],
      [newer, own, wide],
      [newer, own, wide],
    ]);
    expect(await idsFor(app, { session_id: 'nobody knows it' })).toEqual([]);
  });

  it('that somebody read without being addressed are no more relevant for it', async () => {
    const app = await started();
    const addressed = await save(app, { consumers: ['developer'] });
    const other = await save(app);
    const mark = (id: number) =>
      app.call('packages.markConsumed', { package_ids: [id, id], agent_type: 'developer', iteration: 7 });
    expect([await mark(other), await mark(addressed), await mark(addressed)]).toEqual([
      { marked: 1 },
      { marked: 1 },
      { marked: 0 },
    ]);
    const { packages } = await app.call('packages.context', { session_id: 's1', agent_type: 'developer' });
    expect(packages.map(({ id, factors }) => [id, factors.agent])).toEqual([
      [addressed, 1.5],
      [other, 0],
    ]);
  });

  it('supersede packages of their own session only, and unknown ones cannot be marked', async () => {
    const { ask, ...app } = await started();
    const other = await save({ ask, ...app }, { session_id: 's2' });
    for (const [name, input] of [
      ['packages.save', { ...draft, supersedes_id: other }],
      ['packages.markConsumed', { package_ids: [other, 99], agent_type: 'x' }],
    ] as const)
      expect(await ask(name, input)).toMatchObject({ ok: false, error: { code: 'not_found' } });
    const listed = await app.call('packages.list', {});
    expect(listed.packages.map(({ id, superseded, consumers }) => [id, superseded, consumers])).toEqual([
      [other, false, []],
    ]);
  });

  it.each([
    [{ summary: 'x'.repeat(201) }],
    [{ summary: 'two\nlines' }],
    [{ file_path: 'a\u2028b' }],
    [{ priority: 'urgent' }],
  ])('with %j are refused', async more => {
    const { ask } = await started();
    const reply = await ask('packages.save', { ...draft, ...more });
    expect(reply).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });

  it('are told apart by the query, which enable_fts5 asks the index for, else by what is newer', async () => {
    const app = await started();
    const ferry = await save(app, { summary: 'ferry timetable', created_at: '2026-11-01T10:00:00Z' });
    const other = await save(app, { created_at: '2026-11-20T10:00:00Z' });
    const facts = async (query?: string) => {
      const asked = { session_id: 's1', agent_type: 'developer', ...(query !== undefined && { query }) };
      const { path, packages } = await app.call('packages.context', asked);
      return [path, packages.map(({ id }) => id)];
    };
    const words = 'the ferry "OR';
    expect(await facts()).toEqual(['plain', [other, ferry]]);
    expect(await facts(words)).toEqual(['plain', [ferry, other]]);
    await app.call('config.set', { changes: { enable_fts5: true } });
    expect(await facts(words)).toEqual(['fts5', [ferry, other]]);
    // The index is derived from the packages, so one that is gone is made again.
    const project = await app.app.projects.require();
    await project.content.write(database => database.exec('DROP TABLE context_package_text'));
    expect(await facts(words)).toEqual(['fts5', [ferry, other]]);
  });

  it('are limited by the agent type, the configuration and the request, and a limit below 1 is an error', async () => {
    const app = await started();
    for (let count = 0; count < 8; count += 1) await save(app);
    const counts = async () =>
      Promise.all(
        ['developer', 'tech_lead', 'reviewer'].map(
          async agent_type => (await idsFor(app, { agent_type })).length,
        ),
      );
    expect(await counts()).toEqual([3, 5, 3]);
    await app.call('config.set', { changes: { retrieval_limits: { developer: 1, reviewer: 6 } } });
    expect([await counts(), (await idsFor(app, { limit: 8 })).length]).toEqual([[1, 5, 6], 8]);
    for (const limit of [0, -1, 1.5])
      expect(
        await app.ask('packages.context', { session_id: 's1', agent_type: 'developer', limit }),
      ).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  });
});

it('saved texts leave without secrets, whatever they are asked through', async () => {
  const app = await started();
  await save(app, { summary: `use ${secret}`, content: `password: "Tr0ub4dor&3x" and ${secret}` });
  const failure = { error_type: 'E', message: `${'x'.repeat(480)} ${secret}` };
  await app.call('errorPatterns.record', { ...failure, solution: `set ${secret}` });
  const outputs = JSON.stringify([
    await app.call('packages.list', {}),
    await app.call('packages.context', { session_id: 's1', agent_type: 'developer' }),
    await app.call('errorPatterns.list', {}),
    await app.call('errorPatterns.match', { failure }),
    app.events,
    app.log,
  ]);
  for (let start = 0; start + 12 <= secret.length; start += 1)
    expect(outputs).not.toContain(secret.slice(start, start + 12));
  expect(outputs.split('[REDACTED:').length).toBeGreaterThan(4);
});

it('a pattern is counted when seen again, learns, and belongs to its project', async () => {
  const app = await started();
  const failure = { error_type: 'TypeError', message: "x is not a function at '/a/b.ts' line 3" };
  const first = await app.call('errorPatterns.record', { ...failure, solution: 'short', project_id: 'p' });
  const again = await app.call('errorPatterns.record', {
    error_type: 'TypeError',
    message: "x is not a function at '/c/d.ts' line 77",
    solution: 'a longer solution',
    project_id: 'p',
  });
  expect(again).toEqual({ ...first, occurrences: 2, solution: 'a longer solution' });
  const feedback = { pattern_hash: first.pattern_hash, project_id: 'p', helped: true };
  for (let round = 0; round < 3; round += 1) await app.call('errorPatterns.feedback', feedback);
  const { patterns } = await app.call('errorPatterns.list', { project_id: 'p' });
  expect(
    patterns.map(({ confidence, shown, history }) => [confidence, shown, history.map(one => one.cause)]),
  ).toEqual([[0.8, true, ['recorded', 'seen', 'helped', 'helped', 'helped']]]);
  const shown = async (session_id: string, more: object = {}) =>
    (await app.call('packages.context', { session_id, agent_type: 'developer', ...more })).error_patterns
      .length;
  await app.call('sessions.save', { session_id: 'ours', metadata: { project_id: 'p' } });
  await app.call('sessions.save', { session_id: 'theirs', metadata: { project_id: 'q' } });
  expect([await shown('ours'), await shown('theirs'), await shown('theirs', { project_id: 'p' })]).toEqual([
    1, 0, 1,
  ]);
  expect(await app.call('errorPatterns.match', { failure, project_id: 'q' })).toEqual({ patterns: [] });
  const unknown = await app.ask('errorPatterns.feedback', { pattern_hash: 'none', helped: true });
  expect(unknown).toMatchObject({ ok: false, error: { code: 'not_found' } });
});

it('lists sessions with what they hold, those that only their packages tell of too', async () => {
  const app = await started();
  await app.call('sessions.save', { session_id: 'empty', metadata: { project_id: 'p', note: 1 } });
  await save(app, { group_id: 'g', consumers: ['qa_expert'] });
  const { sessions } = await app.call('sessions.list', {});
  expect(
    sessions.map(({ session_id, packages, groups, agents }) => [session_id, packages, groups, agents]),
  ).toEqual([
    ['empty', 0, [], []],
    ['s1', 1, ['g'], ['qa_expert', 'tech_lead']],
  ]);
});

describe('an agent is never kept waiting', () => {
  const ask = (app: AppHarness) => app.ask('packages.context', { session_id: 's1', agent_type: 'developer' });
  const fallback = {
    ok: true,
    value: {
      path: 'fallback',
      zone: 'Normal',
      packages: [],
      markdown:
        '## Context for developer\n\n⚠️ Context is unavailable right now.\n\n**Fallback Mode**: continue with task and role alone.\n',
    },
  };

  it('without a project it gets the fallback, and the log says why', async () => {
    const app = startApp();
    expect(await ask(app)).toMatchObject(fallback);
    expect(app.log.join()).toContain('no project is open');
  });

  it('with a database that is damaged it gets the fallback', async () => {
    const app = startApp();
    const path = temporaryFolder();
    await writeTree(path, { '.codebolt/weft/weft.sqlite': 'no database '.repeat(1000) });
    await app.call('project.open', { path });
    await app.call('project.trust', { decision: 'grant' });
    expect(await ask(app)).toMatchObject(fallback);
  });

  it('of a project that is not trusted it gets nothing but the fallback', async () => {
    const app = startApp();
    const path = temporaryFolder();
    await writeTree(path, { '.codebolt/weft.json': '{}' });
    await app.call('project.open', { path });
    expect(await ask(app)).toMatchObject({
      ...fallback,
      value: { warnings: [expect.stringContaining('not trusted')] },
    });
  });

  it('switched off, it gets the heading and one line; bad configuration is a warning', async () => {
    const app = await started({ trustsAll: true });
    await save(app);
    await writeFile(
      join(app.path, '.codebolt/weft.json'),
      '{"context_engineering": {"enable_context_assembler": false, "token_safety_margin": 2}}',
    );
    expect(await ask(app)).toMatchObject({
      ok: true,
      value: {
        packages: [],
        effective_limit: 170_000,
        warnings: [expect.stringContaining('token_safety_margin is 2; allowed is')],
        markdown: expect.stringMatching(/^## Context for developer\n\n[^\n]+\n$/),
      },
    });
  });

  it('counts by length where the exact counter fails', async () => {
    const plain = startApp();
    const world = {
      ...plain.app.options.world,
      tokens: { countTokens: () => Promise.reject(new Error('the thread died')) },
    };
    const app = startApp({ world });
    await app.openEmpty();
    await save(app);
    expect(await ask(app)).toMatchObject({
      ok: true,
      value: { counter: 'chars4', packages: [{ tokens: 11 }], path: 'plain' },
    });
  });
});

it('what one agent records is shown to the next at once, with its confidence, whatever the project', async () => {
  const app = await started();
  const agent = (name: string, input: object) => app.ask(name, input, { door: 'mcp' });
  const failure = { error_type: 'TypeError', message: 'x is undefined', stack: 'at f (/a/b.ts:3:1)' };
  const recorded = { ...failure, solution: 'wait for the load', lang: 'typescript' };
  await agent('errorPatterns.record', { ...recorded, project_id: 'shop' });
  const known = {
    project_id: 'shop',
    solution: 'wait for the load',
    confidence: 0.5,
    lang: 'typescript',
    signature: { stack_pattern: 'at f (.../b.ts:N)' },
  };
  const context = { session_id: 's', agent_type: 'developer' };
  expect(await agent('packages.context', context)).toMatchObject({
    value: {
      error_patterns: [known],
      markdown: expect.stringContaining('> **Confidence**: 0.5 (seen 1 time)'),
    },
  });
  expect(await agent('errorPatterns.match', { failure })).toMatchObject({ value: { patterns: [known] } });
  expect(await agent('errorPatterns.list', {})).toMatchObject({ value: { patterns: [{ shown: true }] } });
  const other = { ...failure, lang: 'rust' };
  expect(await agent('errorPatterns.match', { failure: other })).toMatchObject({ value: { patterns: [] } });
  const [listed] = (await app.call('errorPatterns.list', {})).patterns;
  const misled = { pattern_hash: listed?.pattern_hash, helped: false };
  expect(await agent('errorPatterns.feedback', misled)).toMatchObject({ value: { confidence: 0.3 } });
  expect(await agent('packages.context', context)).toMatchObject({ value: { error_patterns: [] } });
  // What belongs to no named project comes before better ones of others.
  for (const [error_type, project_id] of [
    ['Other', 'site'],
    ['Own', undefined],
  ] as const) {
    const reply = await agent('errorPatterns.record', {
      error_type,
      message: 'm',
      solution: 's',
      project_id,
    });
    const [hash] = /[0-9a-f]{64}/.exec(JSON.stringify(reply)) ?? [];
    if (project_id !== undefined)
      await agent('errorPatterns.feedback', { pattern_hash: hash, project_id, helped: true });
  }
  expect(await agent('packages.context', context)).toMatchObject({
    value: { error_patterns: [{ signature: { error_type: 'Own' } }, { signature: { error_type: 'Other' } }] },
  });
  await agent('errorPatterns.record', { ...recorded, project_id: 'site' });
  expect(await agent('errorPatterns.feedback', misled)).toMatchObject({
    error: { code: 'invalid_input', message: expect.stringContaining('shop, site') },
  });
});

it('metadata, producers and solutions have no secrets in them, neither in answers nor in the files', async () => {
  const app = await started();
  const path = (await app.app.projects.require()).path;
  await app.call('sessions.save', { session_id: 's1', metadata: { note: `use ${secret}`, project_id: 'p' } });
  await save(app, { producer_agent: `agent ${secret}` });
  await app.call('errorPatterns.record', { error_type: 'E', message: 'm', solution: `set ${secret}` });
  const answers = JSON.stringify([
    await app.call('sessions.list', {}),
    await app.call('packages.list', {}),
    await app.call('packages.context', { session_id: 's1', agent_type: 'developer' }),
  ]);
  expect(answers).not.toContain(secret);
  expect(answers).toContain('"project_id":"p"');
  const folder = join(path, '.codebolt/weft');
  const names = (await readdir(folder)).filter(name => name.startsWith('weft.sqlite'));
  const bytes = (await Promise.all(names.map(name => readFile(join(folder, name), 'latin1')))).join('');
  expect([names.length > 0, bytes.includes('set [REDACTED:'), bytes.includes(`set ${secret}`)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(bytes.includes(`use ${secret}`)).toBe(false);
});
