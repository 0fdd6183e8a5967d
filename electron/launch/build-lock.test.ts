import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '../../test/support/temporary-folder.ts';
import { withBuildLock } from './build-lock.ts';

const state = { folder: '' };

beforeEach(async () => {
  state.folder = await mkdtemp(join(tmpdir(), 'weft-lock-'));
});

afterEach(() => removeFolder(state.folder));

it('lets one at a time do its work, and leaves nothing behind', async () => {
  const log: string[] = [];
  const work = (name: string) =>
    withBuildLock(join(state.folder, 'lock'), async () => {
      log.push(`${name} begins`);
      await new Promise(resolve => setTimeout(resolve, 20));
      log.push(`${name} ends`);
    });
  await Promise.all([work('a'), work('b'), work('c')]);
  const pairs = [log.slice(0, 2), log.slice(2, 4), log.slice(4)];
  expect([pairs.map(([begin, end]) => begin?.[0] === end?.[0]), await readdir(state.folder)]).toEqual([
    [true, true, true],
    [],
  ]);
});

it('takes over the lock of a process that has died', async () => {
  // Above the largest process id of any system.
  await writeFile(join(state.folder, 'lock'), '99999999');
  expect(await withBuildLock(join(state.folder, 'lock'), async () => 'done')).toBe('done');
});

it('lets go when the work fails', async () => {
  const fail = () => Promise.reject(new Error('broken source'));
  await expect(withBuildLock(join(state.folder, 'lock'), fail)).rejects.toThrow('broken source');
  expect(await readdir(state.folder)).toEqual([]);
});
