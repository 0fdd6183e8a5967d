import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { writeFilesAtomically } from './atomic-write.ts';
import { createFile, moveInside, openPlainFile, removeFile, removeFolder } from './guarded-writes.ts';
import { makeFolderInside } from './make-folder-inside.ts';

/** What can stand at `in/a.txt` of a project instead of a plain file, and what is said of it. */
const plants: readonly (readonly [
  kind: string,
  plant: (path: string, victim: string) => void,
  said: string,
])[] = [
  ['a link', (path, victim) => symlinkSync(victim, path), 'in/a.txt is a link'],
  ['a link to nothing', path => symlinkSync('/nowhere/at/all', path), 'in/a.txt is a link'],
  ['a hard link', (path, victim) => linkSync(victim, path), 'in/a.txt has another name elsewhere'],
  ['a folder', path => mkdirSync(path), 'in/a.txt is a folder'],
  ['a pipe', path => execFileSync('mkfifo', [path]), 'in/a.txt is no regular file'],
  [
    'a file in a folder that is a link',
    (path, victim) => {
      execFileSync('rmdir', [dirname(path)]);
      symlinkSync(dirname(victim), dirname(path));
    },
    'in is a link',
  ],
];

function plantIn(plant: (path: string, victim: string) => void) {
  const [root, outside] = [temporaryFolder(), temporaryFolder()];
  const [path, victim] = [join(root, 'in/a.txt'), join(outside, 'a.txt')];
  mkdirSync(dirname(path));
  writeFileSync(victim, 'precious');
  plant(path, victim);
  return { target: { root, path }, victim, outside };
}

const { O_WRONLY, O_CREAT, O_APPEND, O_TRUNC } = constants;
const writes: readonly (readonly [
  name: string,
  write: (target: { root: string; path: string }) => Promise<unknown>,
])[] = [
  ['appending', async target => (await openPlainFile(target, O_WRONLY | O_CREAT | O_APPEND)).close()],
  ['overwriting', async target => (await openPlainFile(target, O_WRONLY | O_CREAT | O_TRUNC)).close()],
  ['creating', target => createFile(target, 'new')],
  ['replacing', ({ path }) => writeFilesAtomically([{ realPath: path, content: 'new' }])],
];

it.each(
  plants.flatMap(([kind, plant, said]) =>
    writes.map(([name, write]) => [name, kind, plant, said, write] as const),
  ),
)('%s refuses %s by name, and what it leads to stays as it is', async (_name, _kind, plant, said, write) => {
  const { target, victim, outside } = plantIn(plant);
  await expect(write(target)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining(said),
  });
  expect([readFileSync(victim, 'utf8'), readdirSync(outside)]).toEqual(['precious', ['a.txt']]);
});

it('a plain write reaches the victim, so this test can tell', () => {
  const reached = plants.map(([, plant]) => {
    const { target, victim } = plantIn(plant);
    try {
      // Not blocking, else the pipe would wait for a reader.
      const file = openSync(target.path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NONBLOCK);
      writeSync(file, 'new');
      closeSync(file);
    } catch {
      // A folder cannot be written.
    }
    return readFileSync(victim, 'utf8');
  });
  expect(reached).toEqual(['new', 'precious', 'new', 'precious', 'precious', 'new']);
});

it('removes and moves names only, never through a folder that is a link', async () => {
  const [root, outside] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(outside, 'victim'), 'precious');
  symlinkSync(join(outside, 'victim'), join(root, 'link'));
  symlinkSync(outside, join(root, 'folder'));
  await removeFile({ root, path: join(root, 'link') });
  const refused = { code: 'forbidden', message: expect.stringMatching(/^folder is a link/) };
  await expect(removeFile({ root, path: join(root, 'folder/victim') })).rejects.toMatchObject(refused);
  await expect(removeFolder({ root, path: join(root, 'folder') })).rejects.toMatchObject(refused);
  await expect(makeFolderInside(root, join(root, 'folder/new'))).rejects.toMatchObject(refused);
  writeFileSync(join(root, 'own'), 'own');
  await expect(moveInside(root, join(root, 'own'), join(root, 'folder/own'))).rejects.toMatchObject(refused);
  await expect(moveInside(root, join(root, 'folder/victim'), join(root, 'mine'))).rejects.toMatchObject(
    refused,
  );
  await expect(createFile({ root, path: join(root, '../elsewhere') }, '')).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('leads out of the folder'),
  });
  expect([readFileSync(join(outside, 'victim'), 'utf8'), readdirSync(outside)]).toEqual([
    'precious',
    ['victim'],
  ]);
  expect(readdirSync(root).sort()).toEqual(['folder', 'own']);
});

it('moves to a free name only', async () => {
  const root = temporaryFolder();
  for (const name of ['a', 'b']) writeFileSync(join(root, name), name);
  await expect(moveInside(root, join(root, 'a'), join(root, 'b'))).rejects.toMatchObject({
    code: 'forbidden',
    message: 'b is there already; nothing was written there',
  });
  await moveInside(root, join(root, 'a'), join(root, 'c'));
  expect(readdirSync(root).sort()).toEqual(['b', 'c']);
});

// What limits the size of files is a setting of shells.
it.skipIf(process.platform === 'win32')('leaves no file of which only a part was written', () => {
  const folder = temporaryFolder();
  const moduleUrl = new URL('./guarded-writes.ts', import.meta.url).href;
  const target = { root: folder, path: join(folder, 'a.txt') };
  const script = `import { createFile } from '${moduleUrl}';
    await createFile(${JSON.stringify(target)}, 'x'.repeat(5000)).catch(error => process.exit(error.code === 'EFBIG' ? 7 : 8));`;
  const limited = spawnSync('bash', [
    '-c',
    `trap '' XFSZ; ulimit -f 1; exec "$0" --input-type=module --eval "$1"`,
    process.execPath,
    script,
  ]);
  expect([limited.status, readdirSync(folder)]).toEqual([7, []]);
});
