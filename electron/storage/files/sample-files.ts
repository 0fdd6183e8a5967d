import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, assert } from '../../../shared/contract/errors.ts';
import { writeFilesAtomically } from './atomic-write.ts';
import { moveInside, removeFolder } from './guarded-writes.ts';
import { makeFolderInside, makeRootFolder } from './make-folder-inside.ts';
import { judgeTarget, type Target } from './plain-target.ts';
import { readTextFile, sha256 } from './read-text-file.ts';

/** Stands for `.codebolt` among the sample files: packers leave folders with a dot out. */
const storedMarker = 'dot-codebolt';

/** Where the sample project's files are: beside the bundled code, or in the source tree. */
export function findSampleFiles(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  // In the bundle, from an entry or from a chunk, and in the source tree.
  const places = ['sample-project', '../sample-project', '../../sample-project/files'].map(way =>
    join(here, way),
  );
  const found = places.find(place => existsSync(place));
  assert(found !== undefined, 'the sample project comes with the program');
  return found;
}

/**
 * Makes a folder the sample project: its documents first, `.codebolt` last and by a rename, so that a copy that was
 * interrupted is no project yet and is simply begun again. Never replaces a file with another content.
 */
export async function copySampleFiles(sampleFilesDir: string, target: string): Promise<void> {
  const files = await listFiles(sampleFilesDir);
  const plain = files.filter(file => file.startsWith(`docs${sep}`));
  const root = await makeRootFolder(target);
  for (const file of plain) await copyNew(join(sampleFilesDir, file), { root, path: join(root, file) });
  const staging = join(root, '.codebolt.partial');
  await removeFolder({ root, path: staging });
  for (const file of files.filter(name => name.startsWith(storedMarker + sep)))
    await copyNew(join(sampleFilesDir, file), { root, path: join(staging, relative(storedMarker, file)) });
  await moveInside(root, staging, join(root, '.codebolt'));
}

/** Whether a folder is a project, and whether it is the sample: one has at least an engine or a memory type of it. */
export async function sampleIn(folder: string, sampleFilesDir: string): Promise<'none' | 'sample' | 'other'> {
  if (!existsSync(join(folder, '.codebolt'))) return 'none';
  const files = await listFiles(join(sampleFilesDir, storedMarker));
  const telling = files.filter(file => /^(?:context-rule-engines|PersistentMemory)[\\/]/.test(file));
  return telling.some(file => existsSync(join(folder, '.codebolt', file))) ? 'sample' : 'other';
}

/** Paths of all files below, sorted, relative. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

async function copyNew(source: string, target: Target): Promise<void> {
  const { root, path } = target;
  const content = await readFile(source);
  if ((await judgeTarget(target)) !== undefined) {
    const there = await readTextFile(path);
    if (there.kind === 'text' && there.hash === sha256(content)) return;
    throw new AppError(
      'conflict',
      `${path} is there already and differs from the sample's; choose another folder`,
    );
  }
  await makeFolderInside(root, dirname(path));
  await writeFilesAtomically([{ realPath: path, content }]);
}
