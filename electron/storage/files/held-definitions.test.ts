import { readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { memoryKind } from './definition-kinds.ts';
import { createDefinitionStore } from './definition-store.ts';
import { openProjectFolder } from './project-folder.ts';

const reads = vi.hoisted(() => ({
  paths: [] as string[],
  /** What a read waits for before it answers. */
  wait: async (_path: string): Promise<void> => {},
}));

vi.mock('./read-text-file.ts', async original => {
  const real = await original<typeof import('./read-text-file.ts')>();
  return {
    ...real,
    readTextFile: async (path: string) => {
      reads.paths.push(path);
      const text = await real.readTextFile(path);
      await reads.wait(path);
      return text;
    },
  };
});

beforeEach(() => {
  reads.paths.length = 0;
  reads.wait = async () => {};
});

const textOf = (id: string, label: string) => formatCanonicalJson(memoryOf(id, { label }), memoryKind.order);
const fileOf = (root: string, id: string) => join(root, memoryKind.folder, `${id}.json`);

/** A project whose files were written a while ago, by a clock that runs ahead here. */
async function makeProject(count: number, holdMs = 0) {
  const root = temporaryFolder();
  const ids = Array.from({ length: count }, (_, index) => `m${index}`);
  await writeTree(
    root,
    Object.fromEntries(ids.map(id => [`${memoryKind.folder}/${id}.json`, textOf(id, id)])),
  );
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() + 10_000 });
  const store = createDefinitionStore(openProjectFolder(root), memoryKind, undefined, holdMs);
  await store.list();
  const labels = async () =>
    Object.fromEntries((await store.list()).definitions.map(({ value }) => [value.id, value.label]));
  return { root, store, labels };
}

it('reads no file twice that nobody changed, and gives the same list', async () => {
  const { store } = await makeProject(300);
  expect(reads.paths).toHaveLength(300);
  const first = await store.list();
  expect(await store.list()).toBe(first);
  expect(reads.paths).toHaveLength(300);
});

it('reads again what was changed in place, with the same size and the times put back', async () => {
  const { root, store, labels } = await makeProject(100);
  const path = fileOf(root, 'm7');
  const { atime, mtime } = statSync(path);
  writeFileSync(path, textOf('m7', 'x7'));
  utimesSync(path, atime, mtime);
  reads.paths.length = 0;
  expect((await labels()).m7).toBe('x7');
  expect(reads.paths).toEqual([path]);
  // A write shortly after the last may leave the same times, so such a file is read until it has come to rest.
  writeFileSync(path, textOf('m7', 'y7'));
  expect((await labels()).m7).toBe('y7');
  expect((await store.list()).definitions).toHaveLength(100);
});

it('sees each of many writes of one size, also within one tick of the clock', async () => {
  const { root, labels } = await makeProject(2);
  vi.useRealTimers();
  const path = fileOf(root, 'm1');
  for (let round = 0; round < 50; round += 1) {
    writeFileSync(path, textOf('m1', `a${round}`));
    expect((await labels()).m1).toBe(`a${round}`);
  }
});

it('sees what came, went and was replaced by rename', async () => {
  const { root, labels } = await makeProject(20);
  rmSync(fileOf(root, 'm3'));
  writeFileSync(fileOf(root, 'new'), textOf('new', 'new'));
  writeFileSync(`${fileOf(root, 'm4')}.swap`, textOf('m4', 'other'));
  renameSync(`${fileOf(root, 'm4')}.swap`, fileOf(root, 'm4'));
  const now = await labels();
  expect([now.m3, now.new, now.m4, Object.keys(now).length]).toEqual([undefined, 'new', 'other', 20]);
  expect(readdirSync(join(root, memoryKind.folder))).toHaveLength(20);
});

it('believes a list for a while, our own writes aside, and never longer', async () => {
  const { root, store, labels } = await makeProject(50, 700);
  const list = await store.list();
  writeFileSync(fileOf(root, 'm1'), textOf('m1', 'theirs'));
  expect(await store.list()).toBe(list);
  await store.save(memoryOf('m2', { label: 'ours' }), undefined);
  const own = await labels();
  expect([own.m1, own.m2]).toEqual(['theirs', 'ours']);
  writeFileSync(fileOf(root, 'm3'), textOf('m3', 'later'));
  expect((await labels()).m3).toBe('m3');
  vi.advanceTimersByTime(701);
  expect((await labels()).m3).toBe('later');
});

it('a look that began before our own write is not the answer after it', async () => {
  const { store, labels } = await makeProject(200, 700);
  vi.advanceTimersByTime(701);
  const before = store.list();
  await store.save(memoryOf('m199', { label: 'ours' }), undefined);
  expect((await labels()).m199).toBe('ours');
  await before;
  expect((await labels()).m199).toBe('ours');
});

it('a look sees at once what a list is still believed about, and the next list knows it too', async () => {
  const { root, store, labels } = await makeProject(50, 700);
  writeFileSync(fileOf(root, 'm1'), textOf('m1', 'theirs'));
  expect((await labels()).m1).toBe('m1');
  const seen = (await store.look()).definitions.find(({ value }) => value.id === 'm1');
  expect(seen?.value.label).toBe('theirs');
  expect((await labels()).m1).toBe('theirs');
});

it('a look beside a slower one tells what the other has read and not told yet', async () => {
  const { root, labels } = await makeProject(200);
  vi.useRealTimers();
  // Both are read anew at each look, since they were written just now.
  writeFileSync(fileOf(root, 'm99'), textOf('m99', 'm99'));
  await labels();
  writeFileSync(fileOf(root, 'm0'), textOf('m0', 'theirs'));
  const slow = Promise.withResolvers<void>();
  const hasBegun = Promise.withResolvers<void>();
  reads.wait = path => {
    if (path !== fileOf(root, 'm99')) return Promise.resolve();
    reads.wait = async () => {};
    hasBegun.resolve();
    return slow.promise;
  };
  const first = labels();
  await hasBegun.promise;
  const second = labels();
  // Time enough for a look that does not wait.
  await new Promise(resume => setTimeout(resume, 200));
  slow.resolve();
  expect([(await first).m0, (await second).m0]).toEqual(['theirs', 'theirs']);
});
