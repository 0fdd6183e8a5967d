import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { engineAdding, memoryOf } from '../../../test/support/engine-definitions.ts';
import { isLong, propertyRuns } from '../../../test/support/property-runs.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { configFile } from './config-file.ts';
import { engineKind, layoutKind, memoryKind, sampleKind } from './definition-kinds.ts';

const rounds = propertyRuns(200);
const at = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);

/** A file of each kind, in which a count is kept; what it says beside that does not matter here. */
const files = {
  engineKind: { path: `${engineKind.folder}/shared.json`, value: engineAdding('shared', 'shared') },
  memoryKind: { path: `${memoryKind.folder}/shared.json`, value: memoryOf('shared') },
  sampleKind: {
    path: `${sampleKind.folder}/shared.json`,
    value: { id: 'shared', name: 'Shared', request: {} },
  },
  layoutKind: { path: `${layoutKind.folder}/shared.json`, value: { id: 'shared', pins: {} } },
  config: { path: configFile, value: { context_engineering: {} } },
};

/** What one process does to add one: read, add, and replace what was read; `conflict` where that is not there any more. */
const storeAdds = (kind: string) => `async () => {
  const { value, hash } = await stores.${kind}.get('shared');
  await stores.${kind}.save({ ...value, count: (value.count ?? 0) + 1 }, hash);
}`;
const addOnes: Readonly<Record<string, { readonly add: string; readonly paths: readonly string[] }>> = {
  ...Object.fromEntries(
    (['engineKind', 'memoryKind', 'sampleKind', 'layoutKind'] as const).map(kind => [
      kind,
      { add: storeAdds(kind), paths: [files[kind].path] },
    ]),
  ),
  'several kinds together': {
    add: `async () => {
      const read = [await stores.engineKind.get('shared'), await stores.memoryKind.get('shared')];
      const [engines, memories] = read.map(({ value, hash }) => ({
        changes: [{ value: { ...value, count: (value.count ?? 0) + 1 }, expected: hash }],
      }));
      await saveTogether(folder, [stores.engineKind.stage(engines), stores.memoryKind.stage(memories)]);
    }`,
    paths: [files.engineKind.path, files.memoryKind.path],
  },
  config: {
    add: `async () => {
      const { value, hash } = await readConfigFile(folder.path);
      await changeConfigFile(folder, () => ({ value: { ...value, count: (value.count ?? 0) + 1 }, expectedHash: hash }));
    }`,
    paths: [files.config.path],
  },
};

/** Adds one until that was acknowledged often enough; begins when it is told to, so that several do it at once. */
const program = (root: string, add: string, isAlone: boolean, times: number) => `
  import { once } from 'node:events';
  import * as kinds from ${at('./definition-kinds.ts')};
  import { changeConfigFile, readConfigFile } from ${at('./config-file.ts')};
  import { createDefinitionStore } from ${at('./definition-store.ts')};
  import { openProjectFolder } from ${at('./project-folder.ts')};
  import { saveTogether } from ${at('./save-together.ts')};
  const opened = openProjectFolder(${JSON.stringify(root)});
  const folder = ${isAlone} ? opened : { ...opened, change: work => work() };
  const stores = Object.fromEntries(
    ['engineKind', 'memoryKind', 'sampleKind', 'layoutKind'].map(name => [name, createDefinitionStore(folder, kinds[name])]),
  );
  const addOne = ${add};
  process.stdout.write('ready\\n');
  await once(process.stdin, 'data');
  for (let acknowledged = 0; acknowledged < ${times}; ) {
    try {
      await addOne();
      acknowledged += 1;
    } catch (error) {
      if (error.code !== 'conflict') throw error;
    }
  }
  process.exit();`;

/** What the files have counted to after two processes were acknowledged so many times each. */
async function countTogether(name: string, isAlone: boolean, times = rounds): Promise<number[]> {
  const root = temporaryFolder();
  for (const { path, value } of Object.values(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(value));
  }
  const { add = '', paths = [] } = addOnes[name] ?? {};
  const children = [1, 2].map(() =>
    spawn(process.execPath, ['--input-type=module', '--eval', program(root, add, isAlone, times)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  onTestFinished(() => children.forEach(child => void child.kill('SIGKILL')));
  await Promise.all(children.map(child => once(child.stdout, 'data')));
  const ended = Promise.all(children.map(child => once(child, 'close')));
  for (const child of children) child.stdin.write('go\n');
  expect((await ended).map(([code]) => code)).toEqual([0, 0]);
  return paths.map(path => JSON.parse(readFileSync(join(root, path), 'utf8')).count);
}

/** What adds to files of one kind is alike. */
const tried = isLong ? Object.keys(addOnes) : ['several kinds together', 'config'];

it.each(tried)(
  'two processes that change the same file lose no update: %s',
  {
    timeout: 120_000,
  },
  async name => {
    const counted = await countTogether(name, true);
    expect(counted).toEqual(counted.map(() => 2 * rounds));
  },
);

it('control: without the right to change files, both are told that they have written', async () => {
  // On a busy machine one of them may have done a few before the other begins.
  const times = 10 * rounds;
  const [counted] = await countTogether('engineKind', false, times);
  expect(counted).toBeLessThan(2 * times);
});
