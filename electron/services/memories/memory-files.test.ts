import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

const draft = {
  label: 'Team notes',
  retrieval: { pipeline: [{ type: 'static' as const, params: { items: ['one'] } }] },
  contribution: { section: 'knowledge' as const, priority: 'high' as const, format: 'bullet_list' as const },
};
const complete = {
  ...draft,
  id: 'team-notes',
  version: '1.0.0',
  status: 'active',
  inputs_scope: [],
  additional_variables: [],
};

it('creates a memory type from a draft, with an id like its label and what it does not say', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const first = await call('memories.create', { memory: draft });
  const second = await call('memories.create', { memory: { ...draft, version: '2.0.0' } });
  expect([first.memory, second.memory]).toEqual([
    complete,
    { ...complete, id: 'team-notes-2', version: '2.0.0' },
  ]);
});

it('updates by top-level keys, keeps unknown ones, and refuses an overtaken change', async () => {
  const { ask, call, openEmpty } = startApp();
  await openEmpty();
  const { hash } = await call('memories.create', { memory: { ...draft, owner: 'docs' } });
  const input = { id: 'team-notes', changes: { label: 'Notes' }, expected_hash: hash };
  expect((await call('memories.update', input)).memory).toEqual({
    ...complete,
    owner: 'docs',
    label: 'Notes',
  });
  expect(await ask('memories.update', input)).toMatchObject({ ok: false, error: { code: 'conflict' } });
  expect(await ask('memories.update', { id: 'team-notes', changes: { id: 'other' } })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  });
});

it('tells when a stored memory type was run, and of none that is still being written', async () => {
  const { call, events, openEmpty } = startApp();
  await openEmpty();
  const { memory } = await call('memories.create', { memory: draft });
  const request = { scope_variables: {} };
  await call('memories.execute', { memory, request });
  const executed = await call('memories.execute', { id: memory.id, request });
  expect(events.slice(2)).toEqual([
    { event: 'persistentMemory:pipeline-executed', id: 'team-notes', memory_call: executed.call },
  ]);
});

it.each([
  ['nothing but a label', { label: 'A' }],
  ['a wrong section', { ...draft, contribution: { ...draft.contribution, section: 'attic' } }],
  ['code to run', { ...draft, retrieval: { pipeline: [{ type: 'custom', params: { code: '1' } }] } }],
])('creates nothing from %s and tells all that is wrong', async (_, memory) => {
  const { ask, openEmpty } = startApp();
  await openEmpty();
  expect(await ask('memories.create', { memory })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', details: { errors: expect.any(Array) } },
  });
  expect(await ask('memories.list')).toMatchObject({ value: { memories: [] } });
});

it('duplicates under a new id', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  await call('memories.create', { memory: draft });
  const copy = await call('memories.duplicate', { id: 'team-notes' });
  const named = await call('memories.duplicate', { id: 'team-notes', to: 'mine', label: 'Mine' });
  expect([copy.memory, named.memory]).toEqual([
    { ...complete, id: 'team-notes-copy', label: 'Team notes copy' },
    { ...complete, id: 'mine', label: 'Mine' },
  ]);
});

it('imports what it exported, one or many, and says what became of each', async () => {
  const { call, events, openEmpty } = startApp();
  await openEmpty();
  await call('memories.create', { memory: draft });
  await call('memories.duplicate', { id: 'team-notes', to: 'mine' });
  const one = await call('memories.export', { id: 'mine' });
  const many = await call('memories.export', { ids: ['mine', 'team-notes'] });
  expect([one.filename, JSON.parse(many.text)]).toEqual([
    'mine.json',
    { memories: [{ ...complete, id: 'mine', label: 'Team notes copy' }, complete] },
  ]);
  await call('memories.delete', { id: 'mine' });
  const files = [
    { name: 'many.json', text: many.text },
    { name: 'broken.json', text: '{ "id": ' },
    { name: 'shape.json', text: '{\n  "label": 3\n}' },
    {
      name: 'code.json',
      text: JSON.stringify({ ...draft, retrieval: { pipeline: [{ type: 'custom' }] } }),
    },
  ];
  const report = await call('memories.import', { files, on_conflict: 'keep' });
  expect(report).toMatchObject({
    imported: [{ id: 'mine', name: 'Team notes copy', file: 'many.json', change: 'created' }],
    kept: [{ id: 'team-notes', file: 'many.json', reason: 'there is already a memory type "team-notes"' }],
  });
  expect(report.refused).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ file: 'broken.json', line: 1 }),
      expect.objectContaining({ file: 'shape.json', line: 2, reason: expect.stringContaining('label') }),
      // Each of what is wrong, not the first of it.
      expect.objectContaining({ file: 'shape.json', line: 1 }),
      expect.objectContaining({ file: 'code.json' }),
    ]),
  );
  expect(new Set(report.refused.map(({ file }) => file))).toEqual(
    new Set(['broken.json', 'shape.json', 'code.json']),
  );
  expect(events.at(-1)).toEqual({ event: 'persistentMemory:created', id: 'mine' });
});

it('exports no secret, one alone or several, and keeps the id', async () => {
  const { call, openEmpty } = startApp();
  await openEmpty();
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
  const memory = {
    ...draft,
    retrieval: { pipeline: [{ type: 'static' as const, params: { items: [`use ${secret}`] } }] },
  };
  await call('memories.create', { memory });
  for (const asked of [{ id: 'team-notes' }, { ids: ['team-notes'] }]) {
    const { text } = await call('memories.export', asked);
    expect(text).not.toContain(secret);
    expect(text).toContain('use [REDACTED:github-token]');
    expect(text).toContain('"id": "team-notes"');
  }
});
