import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/contract.ts';
import { type LongProcedure, longProcedures } from '../../../shared/contract/long-work.ts';
import { startApp } from '../../../test/support/app-harness.ts';
import { createWorld } from '../../platform/world.ts';

const files = [{ name: 'guide.md', text: '# A guide\n\nSome words.' }];

/** Something to do for each, in the sample project. */
const inputs: { readonly [Name in LongProcedure]: Input<Name> } = {
  'documents.import': { collection: 'more', files: [{ path: 'a.md', text: '# A\n\nSome words.' }] },
  'documents.embed': { collection: 'short', embedder: 'use-lite' },
  'documents.sync': { collection: 'notes', folder: 'notes' },
  'imports.preview': { files, collection: 'guides' },
  'imports.apply': { files, collection: 'guides', on_conflict: 'keep' },
  'conversations.import': {
    id: 'talk',
    messages: [{ id: 'm1', index: 0, role: 'user', parts: 'Where is the ferry?' }],
    embedder: 'none',
  },
  'ledger.import': { from: 'elsewhere' },
  'ledger.sync': { folder: '.twining' },
  'ledger.export': {},
  'audit.memories': {},
  'tests.run': {},
  'tests.mutate': {},
  'tests.coverage': {},
  'tests.generate': {},
  'recordings.replay': { absent: { engines: ['planning-rules'] } },
  'recordings.suggest': {},
  'backup.create': {},
  'backup.restore': { name: 'the one that was made' },
};

const cancelled = {
  cancelled: true,
  onCancel(listener: () => void) {
    listener();
    return () => {};
  },
};

it('everything that may take long ends when it is cancelled, and leaves the project as it was', async () => {
  const { call, ask } = startApp();
  const { path = '' } = await call('project.createSample', {});
  await call('documents.import', {
    collection: 'short',
    files: [{ path: 'a.md', text: '# A\n\nSome words.' }],
  });
  await mkdir(join(path, 'notes'));
  await writeFile(join(path, 'notes', 'n.md'), '# N\n\nSome words.');
  await mkdir(join(path, 'elsewhere'));
  await writeFile(
    join(path, 'elsewhere', 'blackboard.jsonl'),
    '{"id":"01KA0000000000000000000000","timestamp":"2026-11-01T10:00:00.000Z","entry_type":"need","summary":"s","detail":"","scope":"project","tags":[]}\n',
  );
  const standing = async () => ({
    counts: await call('content.counts', {}),
    backups: (await call('backup.list', {})).backups.length,
    talks: (await call('conversations.list', {})).conversations.length,
    ledger: (await call('ledger.list', {})).records.length,
  });
  await call('backup.create', {});
  const given = async (name: LongProcedure) =>
    name === 'backup.restore' ? { name: (await call('backup.list', {})).backups[0]?.name } : inputs[name];
  const before = await standing();
  const replies: Record<string, unknown> = {};
  for (const name of longProcedures) {
    const reply = await ask(name, await given(name), { cancel: cancelled });
    replies[name] = reply.ok ? 'it went on' : reply.error.code;
  }
  expect(replies).toEqual(Object.fromEntries(longProcedures.map(name => [name, 'deadline'])));
  expect(await standing()).toEqual(before);

  // Control: the same go on where nobody cancels them.
  const wrong = [];
  for (const name of longProcedures) {
    const reply = await ask(name, await given(name));
    if (!reply.ok) wrong.push([name, reply.error.message]);
  }
  expect(wrong).toEqual([]);
});

it('is listed while it goes on, tells how far it is, and anybody can end it', async () => {
  const real = createWorld();
  const embedding: { go: () => void } = { go: () => {} };
  const embed = () => new Promise<Float32Array[]>(resolve => (embedding.go = () => resolve([])));
  const world = { ...real, embedder: { ids: ['slow'], embed } };
  const { call, ask, workEvents, openEmpty } = startApp({ world });
  await openEmpty();
  await call('documents.import', {
    collection: 'docs',
    files: [{ path: 'a.md', text: '# A\n\nSome words.' }],
  });
  const asked = ask('documents.embed', { collection: 'docs', embedder: 'slow' });
  const listed = async () => (await call('work.list', {})).work;
  await expect.poll(listed).toMatchObject([{ procedure: 'documents.embed' }]);
  await expect.poll(() => workEvents.length).toBeGreaterThan(0);
  const [{ id = '' } = {}] = await listed();
  expect(await call('work.cancel', { id })).toEqual({ cancelled: true });
  embedding.go();
  expect(await asked).toMatchObject({ ok: false, error: { code: 'deadline' } });
  expect(await listed()).toEqual([]);
  expect(workEvents.at(-1)).toEqual({
    event: 'work:changed',
    work: [],
  });
  expect(await call('work.cancel', { id })).toEqual({ cancelled: false });
});
