import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ContentDatabase } from '../database/content-database.ts';
import { databaseFile } from '../files/machine-folder.ts';
import { listKeys, setKey } from '../key-values/key-value-table.ts';
import { backupFolder } from './backup-files.ts';

const nowIso = () => '2026-11-22T10:00:00.000Z';

function openContent(root: string): ContentDatabase {
  const content = new ContentDatabase(root, nowIso);
  onTestFinished(() => content.close());
  return content;
}

const setValue = (content: ContentDatabase, value: string) =>
  content.write(database =>
    setKey(database, { instance: 'i', namespace: 'n', key: 'k', value, trust: 'user', updated_at: nowIso() }),
  );

const valueIn = (content: ContentDatabase) =>
  content.read(database => listKeys(database, undefined, undefined).map(({ value }) => value), []);

it('puts a backup in the place of what is there, and back again', async () => {
  const root = temporaryFolder();
  const content = openContent(root);
  await setValue(content, 'first');
  const { name } = await content.backups.create('manual');
  await setValue(content, 'second');
  const { restored, undo } = await content.restore(name);
  expect([restored.name, undo.reason]).toEqual([name, 'restore']);
  expect(await valueIn(content)).toEqual(['first']);
  await setValue(content, 'third');
  expect(await valueIn(content)).toEqual(['third']);
  await content.restore(undo.name);
  expect(await valueIn(content)).toEqual(['second']);
  expect(readdirSync(join(root, '.codebolt/weft')).filter(file => file.includes('-new'))).toEqual([]);
});

it('is seen by who reads beside', async () => {
  const root = temporaryFolder();
  const [writer, reader] = [openContent(root), openContent(root)];
  await setValue(writer, 'first');
  const { name } = await writer.backups.create('manual');
  await setValue(writer, 'second');
  expect(await valueIn(reader)).toEqual(['second']);
  await writer.restore(name);
  expect(await valueIn(reader)).toEqual(['first']);
});

it('refuses what is no backup or a damaged one, and changes nothing', async () => {
  const root = temporaryFolder();
  const content = openContent(root);
  await setValue(content, 'first');
  const { name } = await content.backups.create('manual');
  await setValue(content, 'second');
  for (const other of ['none', '../weft.sqlite', `${name}/..`, ''])
    await expect(content.restore(other)).rejects.toMatchObject({ code: 'not_found' });
  const path = join(root, backupFolder, name);
  writeFileSync(path, readFileSync(path).fill(0, 8192, 12_288));
  await expect(content.restore(name)).rejects.toMatchObject({
    code: 'storage_failed',
    message: expect.stringContaining('restore another one'),
  });
  expect(await valueIn(content)).toEqual(['second']);
});

it('restores also where what is there is damaged, which is made anew first', async () => {
  const root = temporaryFolder();
  const content = openContent(root);
  await setValue(content, 'first');
  const { name } = await content.backups.create('manual');
  await setValue(content, 'second');
  await content.write(database => database.exec('UPDATE key_value SET value = \'"else"\''));
  const { undo } = await content.restore(name);
  expect(await valueIn(content)).toEqual(['first']);
  expect(undo.reason).toBe('restore');
  expect(content.problems()).toHaveLength(1);
});

it('brings back the content of a database that was emptied, and tells of one that is gone', async () => {
  const root = temporaryFolder();
  const content = openContent(root);
  await setValue(content, 'first');
  await content.backups.create('manual');
  await content.close();
  writeFileSync(join(root, databaseFile), '');
  const emptied = openContent(root);
  await expect(valueIn(emptied)).rejects.toMatchObject({
    code: 'storage_failed',
    message: expect.stringContaining('is damaged'),
  });
  await emptied.write(() => 1);
  expect(await valueIn(emptied)).toEqual(['first']);
  expect(emptied.problems()).toHaveLength(1);
});

it('says which backup is the newest to who names none of them', async () => {
  const root = temporaryFolder();
  const content = openContent(root);
  await setValue(content, 'first');
  const refusal = (hint: string) => ({
    code: 'not_found',
    message: `there is no backup "none"; ${hint}`,
  });
  await expect(content.restore('none')).rejects.toMatchObject(refusal('there is none yet'));
  await content.backups.create('manual');
  const { name } = await content.backups.create('manual');
  await expect(content.restore('none')).rejects.toMatchObject(refusal(`the newest is ${name}`));
});

it('that is cancelled leaves what is there, and nothing of what was begun', async () => {
  const root = temporaryFolder();
  const content = openContent(root);
  await setValue(content, 'first');
  const { name } = await content.backups.create('manual');
  await setValue(content, 'second');
  const filesBefore = readdirSync(join(root, backupFolder));
  const ways = [
    ['no backup was made', 0],
    ['nothing was changed', 1],
  ] as const;
  // While what is there is copied, and when all is ready.
  for (const [told, looks] of ways) {
    let asked = 0;
    const isCancelled = () => asked++ >= looks;
    await expect(content.restore(name, isCancelled)).rejects.toMatchObject({
      code: 'deadline',
      message: `cancelled; ${told}`,
    });
    expect(await valueIn(content)).toEqual(['second']);
    expect(readdirSync(join(root, backupFolder))).toEqual(filesBefore);
  }
});

it('is what somebody knows who has asked for it: no damage before it is told any more', async () => {
  const root = temporaryFolder();
  const content = openContent(root);
  await setValue(content, 'first');
  const { name } = await content.backups.create('manual');
  await content.write(database => database.exec('UPDATE key_value SET value = \'"else"\''));
  await valueIn(content).catch(() => undefined);
  await content.restore(name);
  expect((await content.damage()).map(({ seen_at }) => seen_at)).toEqual([nowIso()]);
});
