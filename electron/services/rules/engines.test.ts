import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { writeTree } from '../../../test/support/temporary-folder.ts';

const folder = '.codebolt/context-rule-engines';
const when = [{ field: 'addVar.phase', operator: 'eq' as const, value: 'planning' }];
const then = { add_memories: ['m'] };
const rule = { id: 'r', name: 'R', when, then };
const engine = { id: 'plan', name: 'Plan', description: '', enabled: true, rules: [rule] };

it('creates, reads, changes and deletes engines, and tells of it', async () => {
  const { call, events, openEmpty } = startApp();
  const project = await openEmpty();
  const created = await call('engines.create', {
    engine: { name: 'Plan', rules: [{ name: 'R', when, then }] },
  });
  expect(created.engine).toEqual(engine);
  expect(await call('engines.list', {})).toEqual({
    engines: [engine],
    hashes: { plan: created.hash },
    problems: [],
  });
  const updated = await call('engines.update', {
    id: 'plan',
    changes: { name: 'New', rules: [rule, { name: 'R', when, then }] },
    expected_hash: created.hash,
  });
  expect(updated.engine).toEqual({ ...engine, name: 'New', rules: [rule, { ...rule, id: 'r-2' }] });
  await call('engines.save', { engine: updated.engine, expected_hash: updated.hash });
  await call('engines.delete', { id: 'plan' });
  expect(await readdir(join(project, folder))).toEqual([]);
  expect(events).toEqual([
    { event: 'project:changed', what: 'opened' },
    { event: 'contextRuleEngine:created', id: 'plan' },
    { event: 'contextRuleEngine:updated', id: 'plan' },
    { event: 'contextRuleEngine:deleted', id: 'plan' },
  ]);
});

it('refuses to save what could never work, with all reasons', async () => {
  const { ask, openEmpty } = startApp();
  const project = await openEmpty();
  const save = (value: unknown) => ask('engines.save', { engine: value, expected_hash: null });
  expect(await save({ id: 'a b', rules: {} })).toMatchObject({
    ok: false,
    error: {
      code: 'invalid_input',
      details: {
        errors: [
          { path: 'id' },
          { path: 'name' },
          { path: 'description' },
          { path: 'enabled' },
          { path: 'rules' },
        ],
      },
    },
  });
  const lookAhead = { ...rule, when: [{ field: 'input.text', operator: 'regex', value: 'a(?=b)' }] };
  expect(await save({ ...engine, rules: [lookAhead, lookAhead] })).toMatchObject({
    ok: false,
    error: {
      details: {
        errors: [
          { code: 'duplicate_rule_id' },
          { code: 'bad_pattern', message: expect.stringContaining('(?=') },
          { code: 'bad_pattern' },
        ],
      },
    },
  });
  expect(await readdir(join(project, '.codebolt'))).toEqual([]);
  // What only a linter minds is saved: work is not lost for it.
  const odd = { ...engine, rules: [{ ...rule, when: [{ field: 'phase', operator: 'eq', value: null }] }] };
  expect(await save(odd)).toMatchObject({ ok: true });
});

it('keeps unknown keys, also __proto__, through get and save', async () => {
  const { ask, call, openEmpty } = startApp();
  const project = await openEmpty();
  const text = `{"id":"plan","name":"Plan","description":"","enabled":true,"rules":[],"__proto__":{"x":1},"vendor":{"b":1,"a":2}}`;
  await writeTree(project, { [`${folder}/plan.json`]: text });
  const { engine: read, hash } = await call('engines.get', { id: 'plan' });
  const changed = JSON.parse(JSON.stringify(read).replace('"Plan"', '"New"'));
  expect(await ask('engines.save', { engine: changed, expected_hash: hash })).toMatchObject({ ok: true });
  const saved = await readFile(join(project, folder, 'plan.json'), 'utf8');
  expect(JSON.stringify(JSON.parse(saved))).toBe(text.replace('"Plan"', '"New"'));
});

it('exports the canonical text of a stored engine, or of one that is still being written', async () => {
  const { call, openEmpty } = startApp();
  const unsaved = {
    rules: [{ then, when, name: 'R', id: 'r', enabled: true }],
    enabled: true,
    description: '',
    name: 'Plan',
    id: 'plan',
  };
  const exported = await call('engines.export', { engine: unsaved });
  const project = await openEmpty();
  await call('engines.save', { engine, expected_hash: null });
  expect(await call('engines.export', { id: 'plan' })).toEqual(exported);
  const text = await readFile(join(project, folder, 'plan.json'), 'utf8');
  expect(exported).toEqual({ filename: 'plan.json', text });
});

it.each(['json', 'sdk', 'rest', 'markdown', 'csv'] as const)(
  'exports no secrets as %s, unless the project switched that off',
  async as => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const when = [{ field: 'addVar.word', operator: 'eq' as const, value: secret }];
    const telling = { ...engine, rules: [{ ...rule, when }] };
    const exported = await call('engines.export', { engine: telling, as });
    expect(exported.text).not.toContain(secret);
    expect(exported.text.replaceAll('\\', '')).toContain('[REDACTED:github-token]');
    await call('config.set', { changes: { redaction_mode: 'off' } });
    const whole = await call('engines.export', { engine: telling, as });
    expect(whole.text.replaceAll('\\', '')).toContain(secret);
  },
);

describe('engines.import', () => {
  const file = (name: string, value: unknown) => ({
    name,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  });
  const other = { ...engine, id: 'other', name: 'Other' };

  it('takes one engine, a list or a bundle, and says what it did and what it refused', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    const files = [
      file('one.json', `\uFEFF${JSON.stringify(engine)}`),
      file('list.json', [other, { name: 'No id' }, { rules: [] }]),
      file('bundle.json', {
        engines: [
          { ...engine, id: 'b', rules: [{ ...rule, when: [{ field: 'phase', operator: 'exists' }] }] },
        ],
      }),
      file('broken.json', '{\n "id": "x",\n}'),
    ];
    const report = await call('engines.import', { files, on_conflict: 'keep' });
    expect(report).toEqual({
      imported: [
        { id: 'plan', name: 'Plan', file: 'one.json', change: 'created' },
        { id: 'other', name: 'Other', file: 'list.json', change: 'created' },
        { id: 'no-id', name: 'No id', file: 'list.json', change: 'created' },
        {
          id: 'b',
          name: 'Plan',
          file: 'bundle.json',
          change: 'created',
          note: expect.stringMatching(/^1 to look at: .*addVar\.phase/),
        },
      ],
      kept: [],
      refused: [
        expect.objectContaining({ file: 'list.json', line: 1 }),
        {
          file: 'broken.json',
          line: 3,
          column: 1,
          reason: 'a key in double quotes is missing here (or the comma before is too much)',
        },
      ],
    });
    expect((await readdir(join(project, folder))).sort()).toEqual([
      'b.json',
      'no-id.json',
      'other.json',
      'plan.json',
    ]);
  });

  it('keeps, replaces or renames where an id is taken, and a dry run writes nothing', async () => {
    const { call, openEmpty } = startApp();
    const project = await openEmpty();
    await call('engines.save', { engine, expected_hash: null });
    const files = [
      file('new.json', { ...engine, name: 'New' }),
      file('twin.json', { ...engine, id: 'PLAN' }),
    ];
    const run = (on_conflict: 'keep' | 'replace' | 'new_id') =>
      call('engines.import', { files, on_conflict, dry_run: true });
    expect(await run('keep')).toMatchObject({
      imported: [],
      kept: [{ id: 'plan' }, { id: 'PLAN' }],
      refused: [],
    });
    expect(await run('replace')).toMatchObject({
      imported: [{ id: 'plan', change: 'replaced' }],
      refused: [
        {
          file: 'twin.json',
          reason: '"PLAN" cannot replace "plan": the ids differ only in upper and lower case',
        },
      ],
    });
    expect(await run('new_id')).toMatchObject({
      imported: [
        { id: 'plan-2', change: 'renamed', note: '"plan" is taken' },
        { id: 'plan-3', change: 'renamed' },
      ],
    });
    expect(await readdir(join(project, folder))).toEqual(['plan.json']);
    await call('engines.import', { files: files.slice(0, 1), on_conflict: 'replace' });
    expect((await call('engines.get', { id: 'plan' })).engine.name).toBe('New');
  });

  it('refuses bombs quickly', async () => {
    const { ask, call, openEmpty } = startApp();
    await openEmpty();
    const files = [
      file('deep.json', '['.repeat(1_000_000)),
      file('large.json', ' '.repeat(11 * 1024 * 1024)),
    ];
    expect(await call('engines.import', { files, on_conflict: 'keep' })).toEqual({
      imported: [],
      kept: [],
      refused: [
        { file: 'deep.json', line: 1, column: 65, reason: 'is nested more than 64 levels deep' },
        { file: 'large.json', reason: 'is larger than 10 MiB' },
      ],
    });
    const many = Array.from({ length: 2001 }, (_, index) => file(`${index}.json`, engine));
    expect(await ask('engines.import', { files: many, on_conflict: 'keep' })).toMatchObject({
      ok: false,
      error: { code: 'too_large' },
    });
  });
});

describe('engines.merge', () => {
  const engine = (name: string, rules: readonly string[]) => ({
    id: 'e',
    name,
    description: '',
    enabled: true,
    rules: rules.map(id => ({ id, name: id, when: [], then: { add_memories: [] } })),
  });

  it('merges what it is given, without a project', async () => {
    const { ask, call } = startApp();
    const input = { base: engine('E', ['a']), mine: engine('Mine', ['a']), theirs: engine('E', ['a', 'b']) };
    expect(await call('engines.merge', input)).toEqual({ merged: engine('Mine', ['a', 'b']), conflicts: [] });
    const conflict = { path: [], base: input.base, mine: undefined, theirs: input.theirs };
    expect(await call('engines.merge', { ...input, mine: null })).toEqual({
      merged: null,
      conflicts: [conflict],
    });
    expect(await call('engines.merge', { ...input, mine: null, prefer: 'theirs' })).toEqual({
      merged: input.theirs,
      conflicts: [conflict],
    });
    expect(await ask('engines.merge', { ...input, mine: { id: 'e' } })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    });
  });
});
