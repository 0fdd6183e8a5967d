import { expect, it } from 'vitest';
import { startApp } from '../../../test/support/app-harness.ts';

const changed = { event: 'project:changed', what: 'backups' };

it('a backup that is made in the background, and damage that is mended there, are told to whoever listens', async () => {
  const { app, events, ask, call, openEmpty } = startApp({ shell: 'browser' });
  await openEmpty();
  const heard = () => events.filter(event => 'what' in event && event.what === 'backups');
  await call('kv.set', { instance: 'a', namespace: 'n', key: 'k', value: 1 });
  await expect.poll(heard).toEqual([changed]);
  expect((await call('backup.list', {})).backups).toMatchObject([{ reason: 'start' }]);

  await call('backup.create', {});
  expect(heard()).toEqual([changed, changed]);

  const { id } = await call('ledger.post', { entry_type: 'need', summary: 'lost' });
  const content = (await app.projects.current())?.content;
  await content?.write(database =>
    database.exec(
      `UPDATE ledger_record SET record = '{}' WHERE id = '${id}'; UPDATE content_version SET version = version + 1`,
    ),
  );
  const before = heard().length;
  expect(await ask('ledger.list', {})).toMatchObject({ ok: false, error: { code: 'storage_failed' } });
  expect(heard().length).toBeGreaterThan(before);
  expect((await call('backup.list', {})).damage).toHaveLength(1);
});

it('old backups and damage that is known are deleted, and the newest copy and what nobody acknowledged stay', async () => {
  const { app, call, ask, openEmpty } = startApp();
  await openEmpty();
  const { id } = await call('ledger.post', { entry_type: 'need', summary: 'lost' });
  await call('backup.create', {});
  const { name } = await call('backup.create', {});
  const content = (await app.projects.current())?.content;
  await content?.write(database =>
    database.exec(
      `UPDATE ledger_record SET record = '{}' WHERE id = '${id}'; UPDATE content_version SET version = version + 1`,
    ),
  );
  await ask('ledger.list', {});
  await ask('ledger.list', {});
  const parts = ['backups', 'damaged'] as const;
  const before = await call('storage.info', {});
  expect(before).toMatchObject({ backups: { count: 2 }, damaged: { count: 1 } });
  const foreseen = await call('storage.purge', { parts: [...parts], dry_run: true });
  expect(foreseen).toMatchObject({ backups: { count: 1 }, damaged: { count: 0 } });
  expect(await call('storage.info', {})).toEqual(before);

  expect(await call('storage.purge', { parts: ['backups'] })).toEqual(foreseen);
  expect((await call('backup.list', {})).backups.map(backup => backup.name)).toEqual([name]);
  // Who looks meanwhile does not keep for everybody what it was.
  const look = { goesOn: true };
  const looking = (async () => {
    while (look.goesOn) await call('backup.list', {});
  })();
  await call('backup.acknowledge', {});
  look.goesOn = false;
  await looking;
  expect(await call('backup.list', {})).toMatchObject({ damage: [{ seen_at: expect.any(String) }] });
  const purged = await call('storage.purge', { parts: [...parts] });
  expect(purged).toMatchObject({ backups: { count: 0, bytes: 0 }, damaged: { count: 1 } });
  expect(purged.damaged.bytes).toBeGreaterThan(0);
  expect(await call('backup.list', {})).toMatchObject({ damage: [] });
  expect((await call('storage.info', {})).damaged).toEqual({ count: 0, bytes: 0 });
});

it('a restored backup is told to whoever shows what the database holds, what was recorded among it', async () => {
  const { call, events, openEmpty } = startApp();
  await openEmpty();
  await call('kv.set', { instance: 'a', namespace: 'n', key: 'k', value: 1 });
  const { name } = await call('backup.create', {});
  events.splice(0);
  await call('backup.restore', { name });
  expect(events.flatMap(event => ('what' in event ? event.what : [])).sort()).toEqual([
    'backups',
    'conversations',
    'documents',
    'events',
    'flights',
    'graph',
    'handoff',
    'health',
    'kv',
    'ledger',
    'recordings',
    'topics',
  ]);
});
