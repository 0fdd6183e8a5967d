import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';
import { writeTree } from '../../../test/support/temporary-folder.ts';

const when = [{ field: 'addVar.phase', operator: 'eq' as const, value: 'planning' }];
const rule = { id: 'r', name: 'R', when, then: { add_memories: ['m'] } };
const engine = { id: 'plan', name: 'Plan', description: '', enabled: true, rules: [rule] };
const { id: _, ...draft } = rule;

async function withEngine() {
  const harness = startApp();
  const project = await harness.openEmpty();
  const { hash } = await harness.call('engines.save', { engine, expected_hash: null });
  return { ...harness, project, hash };
}

it('adds, changes and deletes single rules, and leaves the others as they are', async () => {
  const { call, events, hash } = await withEngine();
  const added = await call('engines.addRule', { id: 'plan', rule: draft, expected_hash: hash });
  expect([added.rule, added.engine.rules]).toEqual([{ ...rule, id: 'r-2' }, [rule, { ...rule, id: 'r-2' }]]);
  const changed = await call('engines.updateRule', {
    id: 'plan',
    rule_id: 'r',
    changes: { priority: 5, enabled: false },
    expected_hash: added.hash,
  });
  expect(changed.rule).toEqual({ ...rule, priority: 5, enabled: false });
  const deleted = await call('engines.deleteRule', { id: 'plan', rule_id: 'r' });
  expect([deleted.deleted, deleted.engine.rules]).toEqual(['r', [{ ...rule, id: 'r-2' }]]);
  expect(events.slice(2)).toEqual(
    Array.from({ length: 3 }, () => ({ event: 'contextRuleEngine:updated', id: 'plan' })),
  );
});

it.each([
  ['engines.addRule', { rule: draft }],
  ['engines.updateRule', { rule_id: 'r', changes: { name: 'New' } }],
  ['engines.updateRule', { rule_id: 'gone', changes: { name: 'New' } }],
  ['engines.deleteRule', { rule_id: 'r' }],
])('%s is refused with a stale hash, and nothing is written', async (name, input) => {
  const { ask, call, hash } = await withEngine();
  const other = { ...engine, name: 'Changed elsewhere' };
  await call('engines.save', { engine: other, expected_hash: hash });
  const reply = await ask(name, { id: 'plan', ...input, expected_hash: hash });
  expect([reply, (await call('engines.get', { id: 'plan' })).engine]).toMatchObject([
    { ok: false, error: { code: 'conflict', details: { current: other } } },
    other,
  ]);
});

it.each([
  ['engines.addRule', { rule }, 'conflict'],
  ['engines.addRule', { rule: { name: 'No then', when: [] } }, 'invalid_input'],
  [
    'engines.addRule',
    { rule: { ...draft, when: [{ field: 'input.text', operator: 'regex', value: '(?=a)' }] } },
    'invalid_input',
  ],
  ['engines.updateRule', { rule_id: 'r', changes: { id: 'other' } }, 'invalid_input'],
  ['engines.updateRule', { rule_id: 'gone', changes: {} }, 'not_found'],
  ['engines.deleteRule', { rule_id: 'gone' }, 'not_found'],
])('%s with %j answers %s', async (name, input, code) => {
  const { ask } = await withEngine();
  expect(await ask(name, { id: 'plan', ...input })).toMatchObject({ ok: false, error: { code } });
});

it('duplicates an engine under a new id', async () => {
  const { ask, call } = await withEngine();
  expect((await call('engines.duplicate', { id: 'plan' })).engine).toEqual({
    ...engine,
    id: 'plan-copy',
    name: 'Plan copy',
  });
  expect((await call('engines.duplicate', { id: 'plan' })).engine.id).toBe('plan-copy-2');
  expect((await call('engines.duplicate', { id: 'plan', to: 'mine', name: 'Mine' })).engine).toEqual({
    ...engine,
    id: 'mine',
    name: 'Mine',
  });
  expect(await ask('engines.duplicate', { id: 'plan', to: 'mine' })).toMatchObject({
    error: { code: 'conflict' },
  });
});

it('exports several engines as one bundle, and imports it and whole folders again', async () => {
  const { ask, call, project } = await withEngine();
  await call('engines.duplicate', { id: 'plan', to: 'second' });
  const bundle = await call('engines.export', { ids: ['second', 'plan'] });
  expect([bundle.filename, JSON.parse(bundle.text)]).toEqual([
    'rule-engines.json',
    { engines: [{ ...engine, id: 'second', name: 'Plan copy' }, engine] },
  ]);
  await call('engines.delete', { id: 'plan' });
  await writeTree(project, {
    'incoming/a/bundle.json': bundle.text,
    'incoming/broken.json': '{',
    'incoming/read.md': '# no engine',
  });
  const report = await call('engines.import', { folder: 'incoming', on_conflict: 'keep' });
  expect(report).toMatchObject({
    imported: [{ id: 'plan', file: 'a/bundle.json', change: 'created' }],
    kept: [{ id: 'second' }],
    refused: [{ file: 'broken.json', line: 1 }],
  });
  expect(await ask('engines.import', { on_conflict: 'keep' })).toMatchObject({
    error: { code: 'invalid_input' },
  });
  expect(await ask('engines.import', { folder: 'nowhere', on_conflict: 'keep' })).toMatchObject({
    error: { code: 'not_found' },
  });
});
