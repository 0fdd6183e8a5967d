import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { faults, faultySqlite } from '../../../test/support/faulty-sqlite.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { databaseFile } from '../files/machine-folder.ts';
import { ContentDatabase } from './content-database.ts';
import { loadSqlite } from './open-sqlite.ts';

vi.mock('better-sqlite3', original => faultySqlite(original));

it('who was refused a moment ago waits again, but those who asked at once wait together', async () => {
  const root = temporaryFolder();
  const open = () => new ContentDatabase(root, () => '2026-11-22T10:00:00.000Z');
  const before = open();
  await before.write(() => {});
  await before.close();
  const Lock = await loadSqlite();
  const other = new Lock(join(root, `${databaseFile}.lock`));
  other.exec('BEGIN EXCLUSIVE');
  const content = open();
  onTestFinished(() => content.close());
  const ask = () => content.write(() => 'written').catch(({ code }) => code);
  expect(await ask()).toBe('busy');
  let looks = 0;
  let onLook = (): void => {};
  faults.current = {
    before(step) {
      if (step !== 'weft.sqlite.lock open') return;
      looks += 1;
      onLook();
    },
  };
  expect(await Promise.all([1, 2, 3, 4].map(ask))).toEqual(['busy', 'busy', 'busy', 'busy']);
  // Each by itself would look twice at least.
  expect(looks).toBeLessThan(8);
  looks = 0;
  onLook = () => {
    if (looks === 2) other.close();
  };
  expect(await ask()).toBe('written');
});
