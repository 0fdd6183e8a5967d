import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError, assert } from '../../../shared/contract/errors.ts';
import type { ProjectTemplateId } from '../../../shared/model/project-template.ts';
import { writeFilesAtomically } from './atomic-write.ts';
import { moveInside, removeFolder } from './guarded-writes.ts';
import { makeFolderInside, makeRootFolder } from './make-folder-inside.ts';
import { judgeTarget, type Target } from './plain-target.ts';
import { readTextFile, sha256 } from './read-text-file.ts';

/** Stands for `.codebolt` among the sample files: packers leave folders with a dot out. */
const storedMarker = 'dot-codebolt';

/** Where the sample project's files are. */
export const findSampleFiles = (): string => findShipped('sample-project', 'files');

/** Where the files of a template of projects are. */
export const findTemplateFiles = (template: ProjectTemplateId): string =>
  join(findShipped('project-templates', 'templates'), template);

/** Beside the bundled code, from an entry or from a chunk, or in the source tree. */
function findShipped(name: string, source: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const places = [name, `../${name}`, `../../sample-project/${source}`].map(way => join(here, way));
  const found = places.find(place => existsSync(place));
  assert(found !== undefined, `${name} comes with the program`);
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

/** Whether a folder has every definition of what is shipped; a copy that was begun and not finished has none. */
export async function holdsAllOf(folder: string, filesDir: string): Promise<boolean> {
  const files = await listFiles(join(filesDir, storedMarker));
  return files.every(file => existsSync(join(folder, '.codebolt', file)));
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
      `${path} is there already and differs from the one to be written; choose another folder`,
    );
  }
  await makeFolderInside(root, dirname(path));
  await writeFilesAtomically([{ realPath: path, content }]);
}
