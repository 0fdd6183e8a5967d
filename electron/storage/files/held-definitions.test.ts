import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import { memoryKind } from './definition-kinds.ts';
import { createDefinitionStore } from './definition-store.ts';
import { openProjectFolder } from './project-folder.ts';
import { watchDefinitions } from './watch-definitions.ts';

const reads = vi.hoisted(() => ({
  paths: [] as string[],
  /** What a read waits for before it answers. */
  wait: async (_path: string): Promise<void> => {},
  /** What a look at a folder waits for. */
  names: async (): Promise<void> => {},
}));

vi.mock('./path-inside.ts', async original => {
  const real = await original<typeof import('./path-inside.ts')>();
  return {
    ...real,
    readNames: async (folder: string) => {
      await reads.names();
      return real.readNames(folder);
    },
  };
});

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
  reads.names = async () => {};
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

it('reads nothing again when somebody begins to watch, but what changed until then', async () => {
  const { root, store, labels } = await makeProject(300);
  writeFileSync(fileOf(root, 'm7'), textOf('m7', 'theirs'));
  reads.paths.length = 0;
  store.outside.touch(undefined);
  store.outside.follow(true);
  rmSync(fileOf(root, 'm8'));
  expect(await store.outside.findChanged()).toEqual(['m7', 'm8']);
  expect((await labels()).m7).toBe('theirs');
  expect(new Set(reads.paths)).toEqual(new Set([fileOf(root, 'm7')]));
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

/** What anybody may do to the files of a folder from outside, `at` which of four names. */
const acts: Readonly<Record<string, (root: string, at: number, text: string) => void>> = {
  write: (root, at, text) => writeFileSync(fileOf(root, `m${at}`), textOf(`m${at}`, text)),
  break: (root, at) => writeFileSync(fileOf(root, `m${at}`), '{"id":'),
  replace(root, at, text) {
    const swap = `${fileOf(root, `m${at}`)}.swap`;
    writeFileSync(swap, textOf(`m${at}`, text));
    renameSync(swap, fileOf(root, `m${at}`));
  },
  /** With the size and the times of what stood there. */
  disguise(root, at, text) {
    const path = fileOf(root, `m${at}`);
    const found = statSync(path, { throwIfNoEntry: false });
    writeFileSync(path, textOf(`m${at}`, text));
    if (found !== undefined) utimesSync(path, found.atime, found.mtime);
  },
  remove: (root, at) => rmSync(fileOf(root, `m${at}`), { force: true }),
  linkOut(root, at) {
    rmSync(fileOf(root, `m${at}`), { force: true });
    symlinkSync('/etc/hostname', fileOf(root, `m${at}`));
  },
  linkIn(root, at, text) {
    writeFileSync(join(root, `kept-${at}.json`), textOf(`m${at}`, text));
    rmSync(fileOf(root, `m${at}`), { force: true });
    symlinkSync(join(root, `kept-${at}.json`), fileOf(root, `m${at}`));
  },
  changeLinked: (root, at, text) => writeFileSync(join(root, `kept-${at}.json`), textOf(`m${at}`, text)),
  removeFolder(root) {
    rmSync(join(root, memoryKind.folder), { recursive: true, force: true });
    mkdirSync(join(root, memoryKind.folder));
  },
  renameFolder(root, _, text) {
    renameSync(join(root, memoryKind.folder), join(root, `away-${Math.random()}`));
    mkdirSync(join(root, memoryKind.folder));
    writeFileSync(fileOf(root, 'm0'), textOf('m0', text));
  },
};

const histories = fc.array(
  fc.tuple(
    fc.constantFrom('own', 'ownRemove', ...Object.keys(acts)),
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom('aa', 'bb', 'cc'),
  ),
  { minLength: 1, maxLength: 12 },
);

/** The same folder, held and looked at each time. */
async function bothWays() {
  const { root } = await makeProject(4);
  const folder = openProjectFolder(root);
  const held = createDefinitionStore(folder, memoryKind, undefined, 700);
  const strict = createDefinitionStore(folder, memoryKind);
  await held.list();
  return { root, held, strict };
}

type BothWays = Awaited<ReturnType<typeof bothWays>>;

/** False where it was an act of our own. */
async function act({ root, held }: BothWays, what: string, at: number, text: string): Promise<boolean> {
  if (what !== 'own' && what !== 'ownRemove') {
    acts[what]?.(root, at, text);
    return true;
  }
  // What is broken, or leads out, is not written over.
  const own =
    what === 'own'
      ? held.save(memoryOf(`m${at}`, { label: text }), undefined)
      : held.remove(`m${at}`, undefined);
  await own.catch(() => {});
  return false;
}

it('after any history of changes a list that is a second old says what a look at each file says', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async history => {
      const both = await bothWays();
      for (const [what, at, text] of history) {
        const before = await both.held.list();
        const generation = both.held.generation();
        const isOutside = await act(both, what, at, text);
        if (isOutside) vi.advanceTimersByTime(701);
        const now = await both.held.list();
        expect(now).toEqual(await both.strict.list());
        if (both.held.generation() === generation) expect(now).toEqual(before);
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});

it('the same where a look at all files takes long and a watcher tells what changed', async () => {
  vi.useRealTimers();
  await fc.assert(
    fc.asyncProperty(histories, async history => {
      const both = await bothWays();
      vi.useRealTimers();
      reads.names = () => new Promise(resume => setTimeout(resume, 15));
      const watch = watchDefinitions(both.root, [both.held.outside], () => {});
      await watch.ready;
      try {
        for (const [what, at, text] of history) {
          await act(both, what, at, text);
          // An own write is known at once; what a watcher has to tell first may come with it.
          await expect
            .poll(async () => isDeepStrictEqual(await both.held.list(), await both.strict.list()), {
              interval: 20,
            })
            .toBe(true);
        }
      } finally {
        await watch.close();
      }
    }),
    { numRuns: propertyRuns(60), endOnFailure: true },
  );
});

it.each([
  ['only the files that were touched', 0],
  ['all files', 200],
])('nobody is given the list of before while a look at %s is on its way', async (_, ageMs) => {
  const { root, store, labels } = await makeProject(50, 100);
  store.outside.follow(true);
  await labels();
  writeFileSync(fileOf(root, 'm1'), textOf('m1', 'theirs'));
  store.outside.touch(['m1']);
  vi.advanceTimersByTime(ageMs);
  const slow = Promise.withResolvers<void>();
  const hasBegun = Promise.withResolvers<void>();
  reads.wait = () => {
    hasBegun.resolve();
    return slow.promise;
  };
  const first = labels();
  await hasBegun.promise;
  const second = labels();
  slow.resolve();
  expect([(await first).m1, (await second).m1]).toEqual(['theirs', 'theirs']);
});

it('a look that began before a file was touched is not the answer after it', async () => {
  const { root, store, labels } = await makeProject(50, 100);
  store.outside.follow(true);
  await labels();
  vi.advanceTimersByTime(101);
  const slow = Promise.withResolvers<void>();
  const hasBegun = Promise.withResolvers<void>();
  writeFileSync(fileOf(root, 'm1'), textOf('m1', 'first'));
  reads.wait = () => {
    hasBegun.resolve();
    return slow.promise;
  };
  const first = labels();
  await hasBegun.promise;
  writeFileSync(fileOf(root, 'm1'), textOf('m1', 'second'));
  store.outside.touch(['m1']);
  const second = labels();
  slow.resolve();
  await first;
  expect((await second).m1).toBe('second');
});

it('what was touched is read again after a read that failed', async () => {
  const { root, store, labels } = await makeProject(50, 700);
  store.outside.follow(true);
  await labels();
  writeFileSync(fileOf(root, 'm1'), textOf('m1', 'theirs'));
  store.outside.touch(['m1']);
  reads.wait = () => Promise.reject(new Error('too many open files'));
  await expect(labels()).rejects.toThrow('too many open files');
  reads.wait = async () => {};
  expect((await labels()).m1).toBe('theirs');
});

it('an own write among very many files is read alone, while a watcher tells of the others', async () => {
  vi.useRealTimers();
  const { root } = await makeProject(200);
  const store = createDefinitionStore(openProjectFolder(root), memoryKind, undefined, 700);
  vi.useRealTimers();
  reads.names = () => new Promise(resume => setTimeout(resume, 15));
  await store.list();
  store.outside.follow(true);
  reads.paths.length = 0;
  await store.save(memoryOf('m7', { label: 'ours' }), undefined);
  const list = await store.list();
  expect(list.definitions.find(({ value }) => value.id === 'm7')?.value.label).toBe('ours');
  expect(new Set(reads.paths)).toEqual(new Set([fileOf(root, 'm7')]));
});
