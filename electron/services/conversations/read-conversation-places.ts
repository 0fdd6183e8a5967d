import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Input } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { collectFiles } from '../../storage/documents/collect-files.ts';
import { decodeText, readBinaryFile, readTextFile } from '../../storage/files/read-text-file.ts';
import { isZip } from '../../storage/files/read-zip.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import { realPlace } from '../content/read-sources.ts';
import { refuseOutsideToAgents } from '../project/agent-folders.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { isConversationFile, type ReadArchive, readArchive } from './read-archive.ts';

type GivenFiles = NonNullable<Input<'conversations.import'>['files']>;

/** Texts as they are, and archives that came in base64. */
export async function readGivenFiles(files: GivenFiles): Promise<ReadArchive> {
  const read: ReadArchive[] = [];
  for (const { name, text, data } of files) {
    if ((text === undefined) === (data === undefined))
      throw new AppError('invalid_input', `files: give either the text of "${name}", or its data`);
    read.push(
      text === undefined ? await readContent(name, Buffer.from(data ?? '', 'base64')) : oneFile(name, text),
    );
  }
  return joined(read);
}

/** Files and folders, full or relative to the project. */
export async function readPlaces(
  project: OpenProject,
  needs: Needs<'caller'>,
  from: readonly string[],
): Promise<ReadArchive> {
  const read: ReadArchive[] = [];
  for (const place of from) {
    refuseOutsideToAgents(needs.caller, project.path, place);
    const full = resolve(project.path, place);
    read.push(await atStorageBorder(`reading ${place}`, () => readPlace(full, place)));
  }
  return joined(read);
}

async function readPlace(full: string, given: string): Promise<ReadArchive> {
  const real = await realPlace(full, given);
  return (await stat(real)).isDirectory() ? readFolder(real) : readFile(real, basename(full));
}

async function readFolder(folder: string): Promise<ReadArchive> {
  const { files, refused, notes = [] } = await collectFiles(folder, isConversationFile);
  const archives = (await readdir(folder, { withFileTypes: true })).filter(
    entry => entry.isFile() && isArchiveName(entry.name),
  );
  const read: ReadArchive[] = [{ files, refused, notes }];
  for (const { name } of archives) read.push(await readFile(join(folder, name), name));
  return joined(read);
}

const isArchiveName = (name: string): boolean => /\.zip$/i.test(name);

/** Of an archive on disk, with all the pictures of an export. */
const maxArchiveBytes = 512 * 1024 * 1024;

async function readFile(real: string, path: string): Promise<ReadArchive> {
  if (!isArchiveName(path)) {
    const read = await readTextFile(real);
    return read.kind === 'refused' ? refusedFile(path, read.reason) : oneFile(path, read.text);
  }
  const read = await readBinaryFile(real, maxArchiveBytes);
  return read.kind === 'refused' ? refusedFile(path, read.reason) : readContent(path, read.content);
}

async function readContent(path: string, content: Buffer): Promise<ReadArchive> {
  if (isZip(content)) return readArchive(path, content);
  const decoded = decodeText(content);
  return decoded.kind === 'refused' ? refusedFile(path, decoded.reason) : oneFile(path, decoded.text);
}

const oneFile = (path: string, text: string): ReadArchive => ({
  files: [{ path, text }],
  refused: [],
  notes: [],
});
const refusedFile = (file: string, reason: string): ReadArchive => ({
  files: [],
  refused: [{ file, reason }],
  notes: [],
});

const joined = (read: readonly ReadArchive[]): ReadArchive => ({
  files: read.flatMap(({ files }) => files),
  refused: read.flatMap(({ refused }) => refused),
  notes: read.flatMap(({ notes }) => notes),
});
