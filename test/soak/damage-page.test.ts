import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSeededRandom } from '../support/seeded-random.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { damagePage } from './damage-page.ts';

it('overwrites one page, of the database or of its log, and nothing else', () => {
  const database = join(temporaryFolder(), 'weft.sqlite');
  const sizes = { 'weft.sqlite': 10 * 4096, 'weft.sqlite-wal': 32 + 10 * 4120 };
  const hit = new Set<string>();
  for (let seed = 1; seed <= 40; seed += 1) {
    writeFileSync(database, new Uint8Array(sizes['weft.sqlite']));
    writeFileSync(`${database}-wal`, new Uint8Array(sizes['weft.sqlite-wal']));
    const damaged = damagePage(database, createSeededRandom(seed));
    expect(damaged).toMatchObject({ of: 10 });
    if (damaged === undefined) continue;
    hit.add(damaged.file);
    const isLog = damaged.file === 'weft.sqlite-wal';
    const bytes = readFileSync(isLog ? `${database}-wal` : database);
    const start = isLog ? 32 + (damaged.page - 1) * 4120 + 24 : (damaged.page - 1) * 4096;
    expect(bytes.subarray(start, start + 4096).filter(byte => byte !== 0).length).toBeGreaterThan(4000);
    expect(bytes.length).toBe(sizes[damaged.file]);
    expect(bytes.filter((byte, at) => byte !== 0 && (at < start || at >= start + 4096)).length).toBe(0);
  }
  expect(hit.size).toBe(2);
});

it('says so when there is nothing to damage', () => {
  const database = join(temporaryFolder(), 'weft.sqlite');
  expect(damagePage(database, createSeededRandom(1))).toBeUndefined();
});
