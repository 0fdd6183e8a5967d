import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ContextContract } from '../../../shared/model/context-contract.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { engineAdding, memoryOf } from '../../../test/support/engine-definitions.ts';
import { writeTree } from '../../../test/support/temporary-folder.ts';

const condition = { field: 'addVar.phase', operator: 'eq' as const, value: 'planning' };
const engine = { ...engineAdding('plan', 'notes', 'other'), vendor: { keep: true } };
const withCondition = { ...engine, rules: engine.rules.map(rule => ({ ...rule, when: [condition] })) };
const notes = memoryOf('notes', {
  additional_variables: [{ name: 'phase', type: 'string', required: true }],
  pipeline: [{ type: 'static', params: { items: ['in ${phase}, not $${phase}'] } }],
});
const sample = {
  id: 's',
  name: 'S',
  request: {
    scope_variables: {},
    additional_variables: { a: 1, phase: 'planning', z: 2 },
    explicit_memory: ['notes'],
  },
};
const folders = {
  engines: '.codebolt/context-rule-engines',
  memories: '.codebolt/PersistentMemory',
  samples: '.codebolt/weft/samples',
};
const test = {
  id: 't',
  name: 'T',
  request: { scope_variables: {}, additional_variables: { phase: 'planning' } },
  expect: [
    { kind: 'included' as const, memory: 'notes' },
    { kind: 'order' as const, memories: ['notes', 'other'] },
    { kind: 'fires' as const, rule: 'plan/notes' },
  ],
};

async function filledProject() {
  const harness = startApp();
  const project = await harness.openEmpty();
  await harness.call('engines.save', { engine: withCondition, expected_hash: null });
  await harness.call('memories.save', { memory: notes, expected_hash: null });
  await harness.call('samples.save', { sample, expected_hash: null });
  harness.events.length = 0;
  const readAll = async () => {
    const names = await Promise.all(
      Object.values(folders).map(async folder =>
        (await readdir(join(project, folder))).map(name => `${folder}/${name}`),
      ),
    );
    return Object.fromEntries(
      await Promise.all(
        names.flat().map(async name => [name, await readFile(join(project, name), 'utf8')] as const),
      ),
    );
  };
  return { ...harness, project, readAll };
}

it('renames a variable in rules, declarations, templates and samples in one step (rules.renameField)', async () => {
  const { call, events } = await filledProject();
  const dry = await call('rules.renameField', { from: 'addVar.phase', to: 'addVar.stage', dry_run: true });
  expect(events).toEqual([]);
  const report = await call('rules.renameField', { from: 'addVar.phase', to: 'addVar.stage' });
  expect(report).toEqual(dry);
  expect(report).toEqual({
    changed: [
      { kind: 'engine', id: 'plan', places: ['rules.0.when.0.field'] },
      { kind: 'memory', id: 'notes', places: ['additional_variables.0.name', 'retrieval.pipeline.0.params'] },
      { kind: 'sample', id: 's', places: ['request.additional_variables.phase'] },
    ],
    notes: [],
    problems: [],
  });
  const { engine: saved } = await call('engines.get', { id: 'plan' });
  expect(saved).toEqual({
    ...engine,
    rules: [{ ...engine.rules[0], when: [{ ...condition, field: 'addVar.stage' }] }],
  });
  const { memory } = await call('memories.get', { id: 'notes' });
  expect(memory.retrieval.pipeline[0]?.params).toEqual({ items: ['in ${stage}, not $${phase}'] });
  const { sample: renamed } = await call('samples.get', { id: 's' });
  expect(Object.entries(renamed.request.additional_variables ?? {})).toEqual([
    ['a', 1],
    ['stage', 'planning'],
    ['z', 2],
  ]);
  expect(events).toEqual([
    { event: 'contextRuleEngine:updated', id: 'plan' },
    { event: 'persistentMemory:updated', id: 'notes' },
    { event: 'project:changed', what: 'samples' },
  ]);
});

it('gives a memory another id in its file, rules and samples (memories.rename)', async () => {
  const { call, events, readAll } = await filledProject();
  const renamed = await call('memories.rename', { id: 'notes', to: 'minutes' });
  expect(renamed).toMatchObject({
    memory: { ...notes, id: 'minutes' },
    changed: [
      { kind: 'memory', id: 'minutes' },
      { kind: 'engine', id: 'plan', places: ['rules.0.then.add_memories'] },
      { kind: 'sample', id: 's', places: ['request.explicit_memory'] },
    ],
  });
  expect((await call('memories.list', {})).hashes).toEqual({ minutes: renamed.hash });
  expect(Object.keys(await readAll())).toEqual([
    `${folders.engines}/plan.json`,
    `${folders.memories}/minutes.json`,
    `${folders.samples}/s.json`,
  ]);
  expect((await call('engines.get', { id: 'plan' })).engine.rules[0]?.then.add_memories).toEqual([
    'minutes',
    'other',
  ]);
  expect(events.map(({ event }) => event)).toEqual([
    'contextRuleEngine:updated',
    'persistentMemory:created',
    'persistentMemory:deleted',
    'project:changed',
  ]);
});

it('lets pins on the canvas follow both, and back again', async () => {
  const { call, events } = await filledProject();
  const pins = { 'variable:addVar.phase': { x: 1, y: 2 }, 'memory:notes': { x: 3, y: 4 } };
  await call('layouts.save', { layout: { id: 'plan', pins }, expected_hash: null });
  events.length = 0;
  const report = await call('rules.renameField', { from: 'addVar.phase', to: 'addVar.stage' });
  expect(report.changed.at(-1)).toEqual({
    kind: 'layout',
    id: 'plan',
    places: ['pins.variable:addVar.phase'],
  });
  expect(events.at(-1)).toMatchObject({ event: 'project:changed', what: 'layouts' });
  await call('memories.rename', { id: 'notes', to: 'minutes' });
  expect((await call('layouts.get', { id: 'plan' })).layout.pins).toEqual({
    'variable:addVar.stage': { x: 1, y: 2 },
    'memory:minutes': { x: 3, y: 4 },
  });
  await call('memories.rename', { id: 'minutes', to: 'notes' });
  await call('rules.renameField', { from: 'addVar.stage', to: 'addVar.phase' });
  expect((await call('layouts.get', { id: 'plan' })).layout.pins).toEqual(pins);
});

it('lets contracts follow both, in what they state and in when they hold', async () => {
  const { call, events } = await filledProject();
  const when = [{ field: 'addVar.phase', operator: 'exists' as const }];
  const named = { id: 'named', name: 'N', severity: 'error' as const };
  const contracts: ContextContract[] = [
    { ...named, state: { kind: 'implies', memory: 'other', other: 'notes' }, when },
    { ...named, id: 'counted', state: { kind: 'limit', of: { memory: 'notes' }, tokens: 9 } },
  ];
  for (const contract of contracts) await call('contracts.save', { contract, expected_hash: null });
  const { changed } = await call('rules.renameField', { from: 'addVar.phase', to: 'addVar.stage' });
  expect(changed.at(-1)).toEqual({ kind: 'contract', id: 'named', places: ['when.0.field'] });
  await call('memories.rename', { id: 'notes', to: 'minutes' });
  expect((await call('contracts.list', {})).contracts).toMatchObject([
    { state: { of: { memory: 'minutes' } } },
    { state: { memory: 'other', other: 'minutes' }, when: [{ field: 'addVar.stage' }] },
  ]);
  expect(events.at(-1)).toMatchObject({ event: 'project:changed', what: 'contracts' });
  await call('memories.rename', { id: 'minutes', to: 'notes' });
  await call('rules.renameField', { from: 'addVar.stage', to: 'addVar.phase' });
  expect((await call('contracts.list', {})).contracts).toEqual(contracts.toReversed());
});

it('refuses what it cannot do whole, and then no file is another', async () => {
  const { ask, call, project, readAll } = await filledProject();
  await call('memories.save', { memory: memoryOf('minutes'), expected_hash: null });
  const before = await readAll();
  const code = async (name: string, input: unknown) => {
    const reply = await ask(name, input);
    return reply.ok ? 'ok' : reply.error.code;
  };
  expect([
    await code('memories.rename', { id: 'notes', to: 'minutes' }),
    await code('memories.rename', { id: 'notes', to: 'other', expected_hash: '0'.repeat(64) }),
    await code('memories.rename', { id: 'nothing', to: 'other' }),
    await code('rules.renameField', { from: 'addVar.phase', to: 'addVar.a' }),
    await code('rules.renameField', { from: 'addVar.phase', to: 'phase' }),
    await code('rules.renameField', { from: 'input.text', to: 'addVar.text' }),
  ]).toEqual(['conflict', 'conflict', 'not_found', 'conflict', 'invalid_input', 'invalid_input']);
  expect(await readAll()).toEqual(before);
  // A file that cannot be read is not looked into, and the report says so.
  await writeTree(project, { [`${folders.engines}/broken.json`]: '{' });
  const report = await call('rules.renameField', { from: 'addVar.phase', to: 'addVar.stage' });
  expect(report.problems).toMatchObject([{ file: `${folders.engines}/broken.json` }]);
});

it('writes nothing when one of the files changed in between', async () => {
  const { call, project, readAll } = await filledProject();
  await call('rules.renameField', { from: 'addVar.phase', to: 'addVar.stage', dry_run: true });
  const file = join(project, folders.samples, 's.json');
  const steps = [
    call('rules.renameField', { from: 'addVar.phase', to: 'addVar.stage' }),
    call('rules.renameField', { from: 'addVar.phase', to: 'addVar.step' }),
  ];
  const results = await Promise.allSettled(steps);
  // Both read the same files; the one that writes second finds them changed.
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const texts = Object.values(await readAll()).join('\n');
  expect([texts.includes('addVar.stage'), texts.includes('addVar.step')].sort()).toEqual([false, true]);
  await writeFile(file, await readFile(file));
});

it('tells what uses a memory (memories.impact)', async () => {
  const { call } = await filledProject();
  expect(await call('memories.impact', { id: 'notes' })).toEqual({
    exists: true,
    rules: [
      { engine_id: 'plan', rule_id: 'plan-rule', engine_name: 'plan', rule_name: 'Always', active: true },
    ],
    engines: ['plan'],
    samples: [{ id: 's', name: 'S', explicit: true, rules: [{ engine_id: 'plan', rule_id: 'plan-rule' }] }],
  });
  expect(await call('memories.impact', { id: 'nothing' })).toEqual({
    exists: false,
    rules: [],
    engines: [],
    samples: [],
  });
});

it('analyses what is given, or the project, and measures memories for a budget (rules.analyze)', async () => {
  const { call } = await filledProject();
  const codes = async (input: Parameters<typeof call<'rules.analyze'>>[1]) =>
    (await call('rules.analyze', input)).findings.map(({ code }) => code);
  expect(await codes({})).toEqual(['unknown-memory']);
  expect(await codes({ engines: [engine], memories: [notes], samples: [] })).toEqual([
    'unknown-memory',
    'always-fires',
  ]);
  expect(await codes({ budget: { limit: 1 } })).toEqual(['unknown-memory', 'co-fires-over-budget']);
  expect(await codes({ budget: { limit: 10_000 } })).toEqual(['unknown-memory']);
  expect(await codes({ budget: { limit: 50, tokens: { notes: 51 } } })).toContain('co-fires-over-budget');
});

it('analyses given rules without a project, and then says nothing about memories', async () => {
  const { call } = startApp();
  const { findings } = await call('rules.analyze', { engines: [engine] });
  expect(findings.map(({ code }) => code)).toEqual(['always-fires']);
});

it('finds the smallest change that makes a given or stored rule fire (rules.fix)', async () => {
  const { ask, call } = await filledProject();
  const request = { scope_variables: {}, additional_variables: { phase: 'review' } };
  const [rule] = withCondition.rules;
  const expected = {
    distance: 1,
    kind: 'found',
    changes: [{ field: 'addVar.phase', from: 'review', to: 'planning' }],
    request: { scope_variables: {}, additional_variables: { phase: 'planning' } },
  };
  expect(await call('rules.fix', { request, ...(rule && { rule }) })).toEqual(expected);
  expect(await call('rules.fix', { request, engine_id: 'plan', rule_id: 'plan-rule' })).toEqual(expected);
  const code = async (input: object) => {
    const reply = await ask('rules.fix', { request, ...input });
    return reply.ok ? 'ok' : reply.error.code;
  };
  expect([
    await code({}),
    await code({ rule, engine_id: 'plan' }),
    await code({ engine_id: 'plan', rule_id: 'gone' }),
    await code({ rule, request: {} }),
  ]).toEqual(['invalid_input', 'invalid_input', 'not_found', 'invalid_input']);
});

it('renames a variable and a memory in tests as well, in the same step', async () => {
  const { call, events } = await filledProject();
  await call('tests.save', { test, expected_hash: null });
  events.length = 0;
  const { changed } = await call('rules.renameField', { from: 'addVar.phase', to: 'addVar.stage' });
  expect(changed.at(-1)).toEqual({ kind: 'test', id: 't', places: ['request.additional_variables.phase'] });
  const renamed = await call('memories.rename', { id: 'notes', to: 'remarks' });
  expect(renamed.changed.at(-1)).toEqual({
    kind: 'test',
    id: 't',
    places: ['expect.0.memory', 'expect.1.memories'],
  });
  expect((await call('tests.get', { id: 't' })).test).toEqual({
    ...test,
    request: { scope_variables: {}, additional_variables: { stage: 'planning' } },
    expect: [
      { kind: 'included', memory: 'remarks' },
      { kind: 'order', memories: ['remarks', 'other'] },
      test.expect[2],
    ],
  });
  expect(events.filter(event => event.event === 'project:changed' && event.what === 'tests')).toHaveLength(2);
});

it.each([[{ muted: true }], [{ disabled: true }]])(
  'finds no variables for a rule that is not evaluated: %j',
  async ({ muted = false, disabled = false }: { muted?: boolean; disabled?: boolean }) => {
    const { call, openEmpty } = startApp();
    await openEmpty();
    const plan = engineAdding('plan', 'm');
    const when = [{ field: 'addVar.phase', operator: 'eq' as const, value: 'plan' }];
    const rules = plan.rules.map(rule => ({ ...rule, when, ...(muted && { enabled: false }) }));
    await call('engines.save', { engine: { ...plan, enabled: !disabled, rules }, expected_hash: null });
    const fix = { distance: 1, kind: 'none', changes: [] };
    const request = { scope_variables: {} };
    expect(await call('rules.fix', { request, engine_id: 'plan', rule_id: 'plan-rule' })).toEqual(fix);
  },
);
