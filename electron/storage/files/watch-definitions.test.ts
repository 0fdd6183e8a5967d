import { mkdir, open, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { formatCanonicalJson } from '../../../shared/model/canonical-json.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { temporaryFolder, writeTree } from '../../../test/support/temporary-folder.ts';
import type { OutsideChange } from './change-watch.ts';
import { engineKind } from './definition-kinds.ts';
import { createDefinitionStore } from './definition-store.ts';
import { openProjectFolder } from './project-folder.ts';
import { watchDefinitions } from './watch-definitions.ts';

const engine = (id: string, name: string, size = 0): ContextRuleEngine => ({
  id,
  name,
  description: 'd'.repeat(size),
  enabled: true,
  rules: [],
});
const textOf = (value: ContextRuleEngine): string => formatCanonicalJson(value, engineKind.order);

/** A watched folder of engines; `seen` keeps what was told, with what a reader saw then. */
async function watched(names: readonly string[] = [], { makeFolder = true } = {}) {
  const root = temporaryFolder();
  const folder = join(root, engineKind.folder);
  const pathOf = (id: string) => join(folder, `${id}.json`);
  if (makeFolder) await mkdir(folder, { recursive: true });
  for (const id of names) await writeFile(pathOf(id), textOf(engine(id, 'first')));
  const seen: OutsideChange[] = [];
  const problems: unknown[] = [];
  const store = createDefinitionStore(openProjectFolder(root), engineKind, changes => {
    seen.push(...changes);
    // A test that ends takes its folder away, which is no problem of what was told.
    const noneLeft = { problems: [] };
    void store
      .list()
      .catch(() => noneLeft)
      .then(list => problems.push(...list.problems));
  });
  await store.list();
  const watch = watchDefinitions(root, [store.outside], error => problems.push(error));
  onTestFinished(() => watch.close());
  await watch.ready;
  // The first look, at what changed while the watch was set up.
  await setTimeout(150);
  return { root, folder, pathOf, store, seen, problems };
}

type Watched = Awaited<ReturnType<typeof watched>>;

/** Waits longer than anyone should, because the machine may be busy with other tests; how long it took is judged apart. */
async function told({ seen }: Watched, count: number): Promise<OutsideChange[]> {
  await expect.poll(() => seen.length, { interval: 5 }).toBeGreaterThanOrEqual(count);
  return seen.splice(0);
}

it('(a) tells a file written in place once, when it is whole', async () => {
  const at = await watched(['a']);
  for (let round = 0; round < 12; round += 1) {
    const text = textOf(engine('a', `round ${round}`, 20_000));
    const file = await open(at.pathOf('a'), 'w');
    for (let start = 0; start < text.length; start += 4096) {
      await file.write(text.slice(start, start + 4096));
      await setTimeout(3);
      // Whoever looks meanwhile waits for the end as well.
      if (round % 4 === 0) void at.store.list().then(({ problems }) => at.problems.push(...problems));
    }
    await file.close();
    expect(await told(at, 1)).toEqual([{ id: 'a', change: 'updated' }]);
    expect((await at.store.get('a')).value.name).toBe(`round ${round}`);
  }
  await setTimeout(200);
  expect([at.seen, at.problems]).toEqual([[], []]);
});

it('(b) tells a file replaced by rename as one update', async () => {
  const at = await watched(['a']);
  for (let round = 0; round < 10; round += 1) {
    await writeFile(`${at.pathOf('a')}.part`, textOf(engine('a', `round ${round}`)));
    await rename(`${at.pathOf('a')}.part`, at.pathOf('a'));
    expect(await told(at, 1)).toEqual([{ id: 'a', change: 'updated' }]);
  }
});

it('(c) tells a deleted file once it has stayed away for 300 ms', async () => {
  const at = await watched(['a', 'b', 'c']);
  for (const id of ['a', 'b', 'c']) {
    // Begun before the watcher can hear of it, and shorter, so that it always ends first.
    const soon = setTimeout(290);
    await unlink(at.pathOf(id));
    await soon;
    expect(at.seen).toEqual([]);
    expect(await told(at, 1)).toEqual([{ id, change: 'deleted' }]);
  }
});

it('(d) tells each of 100 files that git puts there, and each that it takes away', async () => {
  const at = await watched([], { makeFolder: false });
  const ids = Array.from({ length: 100 }, (_, index) => `e${index}`);
  const sortedIds = (changes: readonly OutsideChange[]) =>
    changes.map(({ id, change }) => `${change} ${id}`).sort();
  const expected = (change: string) => ids.map(id => `${change} ${id}`).sort();
  for (let round = 0; round < 2; round += 1) {
    await mkdir(at.folder, { recursive: true });
    for (const id of ids) await writeFile(at.pathOf(id), textOf(engine(id, `round ${round}`)));
    expect(sortedIds(await told(at, 100))).toEqual(expected('created'));
    // git removes folders that became empty.
    await rm(join(at.root, '.codebolt'), { recursive: true });
    expect(sortedIds(await told(at, 100))).toEqual(expected('deleted'));
  }
  expect(at.problems).toEqual([]);
});

it('(e) sees through the swap files of editors', async () => {
  const at = await watched(['a']);
  let judged = 0;
  for (let round = 0; judged < 4 && round < 60; round += 1) {
    await writeFile(join(at.folder, '.a.json.swp'), 'swap');
    const goneAt = performance.now();
    await rename(at.pathOf('a'), `${at.pathOf('a')}~`);
    await setTimeout(100);
    await writeFile(at.pathOf('a'), textOf(engine('a', `round ${round}`)));
    // On a busy machine it was away for so long that it was rightly told as deleted.
    const isSoon = performance.now() - goneAt < 200;
    await unlink(`${at.pathOf('a')}~`);
    await unlink(join(at.folder, '.a.json.swp'));
    const changes = await told(at, 1);
    if (isSoon) expect(changes).toEqual([{ id: 'a', change: 'updated' }]);
    else if (changes.at(-1)?.change === 'deleted') await told(at, 1);
    judged += isSoon ? 1 : 0;
  }
  expect(judged).toBeGreaterThan(0);
});

it('keeps silent about our own saves, also between those of others', async () => {
  const at = await watched(['a', 'b']);
  for (let round = 0; round < 10; round += 1) {
    await at.store.save(engine('a', `mine ${round}`), undefined);
    await writeFile(at.pathOf('b'), textOf(engine('b', `theirs ${round}`)));
    await at.store.save(engine('a', `mine again ${round}`), undefined);
    expect(await told(at, 1)).toEqual([{ id: 'b', change: 'updated' }]);
  }
  await at.store.remove('a', undefined);
  await setTimeout(500);
  expect(at.seen).toEqual([]);
});

it('tells of a file that breaks and of one that is repaired, and touches neither', async () => {
  const at = await watched(['a']);
  await writeFile(at.pathOf('a'), '{ "id": ');
  expect(await told(at, 1)).toEqual([{ id: 'a', change: 'updated' }]);
  expect(await readFile(at.pathOf('a'), 'utf8')).toBe('{ "id": ');
  await writeFile(at.pathOf('a'), textOf(engine('a', 'repaired')));
  expect(await told(at, 1)).toEqual([{ id: 'a', change: 'updated' }]);
});

it('does not follow a link that leads out of the project', async () => {
  const outside = temporaryFolder();
  await writeTree(outside, { 'a.json': textOf(engine('a', 'secret')) });
  const at = await watched([], { makeFolder: false });
  await mkdir(join(at.root, '.codebolt'));
  await symlink(outside, at.folder);
  await writeFile(join(outside, 'b.json'), textOf(engine('b', 'secret')));
  await setTimeout(500);
  expect(at.seen).toEqual([]);
});
