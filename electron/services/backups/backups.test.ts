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
