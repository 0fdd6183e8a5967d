import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { faults, faultySqlite } from '../../../test/support/faulty-sqlite.ts';
import { sampled } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { machineFolder } from '../files/machine-folder.ts';
import { listKeys, setKey } from '../key-values/key-value-table.ts';
import { ContentDatabase } from './content-database.ts';

vi.mock('better-sqlite3', original => faultySqlite(original));

const nowIso = () => '2026-11-22T10:00:00.000Z';

/** From less than the schema takes to room for many rows. */
const pages = Array.from({ length: 198 }, (_, at) => at + 3);

it.each(sampled(pages, 8))(
  'with room for %i pages a write that finds none says so, and all goes on with space',
  async most => {
    const root = temporaryFolder();
    const content = new ContentDatabase(root, nowIso);
    const put = (key: string) =>
      content.write(database => {
        const value = 'x'.repeat(6000);
        setKey(database, { instance: 'i', namespace: 'n', key, value, trust: 'user', updated_at: nowIso() });
      });
    const keys = () =>
      content.read(database => listKeys(database, undefined, undefined).map(({ key }) => key), []);
    const opened: Sqlite.Database[] = [];
    const limit = (to: number) => {
      for (const database of opened) if (database.open) database.pragma(`max_page_count = ${to}`);
    };
    faults.current = {
      opened(database) {
        if (!database.name.endsWith('weft.sqlite') || database.readonly) return;
        opened.push(database);
        database.pragma(`max_page_count = ${most}`);
      },
    };
    const stored: string[] = [];
    const full = {
      code: 'storage_failed',
      message: 'writing weft.sqlite: the disk is full; free some space and try again',
    };
    for (let next = 100; ; next += 1) {
      const error = await put(`k${next}`).then(
        () => undefined,
        (refused: unknown) => refused,
      );
      if (error === undefined) stored.push(`k${next}`);
      else {
        expect(error).toMatchObject(full);
        break;
      }
    }
    await expect(put('again')).rejects.toMatchObject(full);
    expect(await keys()).toEqual(stored);
    // What could not be opened for writing is not left open.
    expect(opened.filter(({ open }) => open)).toHaveLength(stored.length > 0 ? 1 : 0);
    faults.current = undefined;
    limit(1_000_000);
    await put('with space');
    expect(await keys()).toEqual([...stored, 'with space']);
    expect(await content.write(database => database.pragma('integrity_check', { simple: true }))).toBe('ok');
    expect(content.problems()).toEqual([]);
    expect(readdirSync(join(root, machineFolder)).filter(name => /corrupt|-new/.test(name))).toEqual([]);
    await content.close();
  },
);
