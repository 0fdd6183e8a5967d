import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Input } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { collectFiles, maxTotalBytes } from '../../storage/documents/collect-files.ts';
import { decodeText, readBinaryFile, readTextFile } from '../../storage/files/read-text-file.ts';
import { isZip, openZip, type ZipMember } from '../../storage/files/read-zip.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import { realPlace } from '../content/read-sources.ts';
import { refuseOutsideToAgents } from '../project/agent-folders.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { counted } from './imported-conversation.ts';
import type { ConversationFile } from './read-conversation-file.ts';

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
    await refuseOutsideToAgents(needs.caller, project.path, place);
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

/** The files of an archive that may hold conversations. */
interface ReadArchive {
  readonly files: readonly ConversationFile[];
  readonly refused: readonly FileProblem[];
  /** What of it was not looked at, as sentences. */
  readonly notes: readonly string[];
}

const isConversationFile = (name: string): boolean => /\.(?:jsonl?|ndjson)$/i.test(name);

/** What programs put into an export beside the conversations. */
const companions =
  /(?:^|\/)(?:users?|projects|memories|message_feedback|model_comparisons|shared_conversations|user_settings|shopping|sora|group_chats|export_manifest|tool_data)\.json$/i;

/** Reads the JSON of an archive, as an export is given out by ChatGPT or Claude. Archives within it are not opened. */
async function readArchive(name: string, archive: Buffer): Promise<ReadArchive> {
  const opened = openZip(archive);
  if ('reason' in opened) return { files: [], refused: [{ file: name, reason: opened.reason }], notes: [] };
  const isWanted = ({ path }: ZipMember) => isConversationFile(path) && !companions.test(path);
  const wanted = opened.members.filter(isWanted);
  const files: ConversationFile[] = [];
  const refused: FileProblem[] = [];
  let total = 0;
  for (const member of wanted) {
    const path = `${name}/${member.path}`;
    total += member.bytes;
    const read = total > maxTotalBytes ? { reason: tooMuch } : await readText(member);
    if ('reason' in read) refused.push({ file: path, reason: read.reason });
    else files.push({ path, text: read.text });
  }
  if (wanted.length === 0) refused.push({ file: name, reason: 'holds no JSON' });
  return {
    files,
    refused,
    notes: notesOf(
      name,
      opened.members.filter(member => !isWanted(member)),
    ),
  };
}

const tooMuch = `is beyond the ${maxTotalBytes / 1024 / 1024} MiB of an archive that are read`;

async function readText(member: ZipMember): Promise<{ readonly text: string } | { readonly reason: string }> {
  const read = await member.read();
  if ('reason' in read) return read;
  const decoded = decodeText(read.content);
  return decoded.kind === 'text' ? { text: decoded.text } : decoded;
}

/** Names that are told. */
const mostNamed = 5;

function notesOf(name: string, others: readonly ZipMember[]): string[] {
  if (others.length === 0) return [];
  const bytes = others.reduce((sum, member) => sum + member.bytes, 0);
  const named = others.slice(0, mostNamed).map(({ path }) => path);
  const more = others.length > mostNamed ? ', …' : '';
  return [
    `${name}: ${counted(others.length, 'other file')} left out, ${size(bytes)}: ${named.join(', ')}${more}`,
  ];
}

const size = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
