import { constants } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { parseStored } from '../database/row-hash.ts';
import {
  answerLost,
  keyTimeMs,
  longestAnswer,
  oldestKept,
  refuseOtherCall,
  runningCall,
} from '../keyed-call.ts';
import { type FileReplacement, writeFilesAtomically } from './atomic-write.ts';
import { openPlainFile, removeFile, removeIfThere } from './guarded-writes.ts';
import { machineFolder, makeMachineFolder } from './machine-folder.ts';
import { makeFolderInside } from './make-folder-inside.ts';
import { judgeTarget } from './plain-target.ts';
import type { ProjectFolder } from './project-folder.ts';
import { readTextFile, sha256 } from './read-text-file.ts';

// Files have no transaction that a key could be stored in. So a call with a key notes what it is about to do to them, and
// what it has answered; one that was stopped in between is taken back when it comes again, and done from the start.

/** Notes of calls, with forward slashes; the ending keeps them out of version control. */
const callsFolder = `${machineFolder}/calls`;

/** A file that is about to be replaced, or to go. `path` is free of links, `content` absent where it goes. */
export interface FileChange {
  readonly path: string;
  readonly content?: string | Uint8Array;
}

/** What one file was, and the SHA-256 of what it becomes; null for no file. */
interface NotedFile {
  readonly path: string;
  /** Absent where it was too long, or no text. */
  readonly before?: string | null;
  readonly after: string | null;
}

interface CallNotes {
  readonly asked: string;
  readonly files: readonly NotedFile[];
  /** What was answered, as JSON in a text; null where that was too long. Absent: it was stopped before. */
  readonly answer?: string | null;
}

/** Does the work of the running call, or answers as it did before, whichever process that was. */
export async function onceInFiles<Result>(
  folder: ProjectFolder,
  work: () => Promise<Result>,
): Promise<Result> {
  const call = runningCall();
  if (call === undefined) return work();
  const known = await readNotes(folder, call.key);
  if (known !== undefined) {
    refuseOtherCall(known.asked, call.asked);
    if (known.answer === null) throw answerLost();
    if (known.answer !== undefined) return parseStored<{ value: Result }>(known.answer).value;
    await folder.change(() => takeBack(folder, call.key, known.files));
  }
  const value = await work();
  // It is done, whether that can be noted or not.
  await noteAnswer(folder, call, JSON.stringify({ value })).catch(() => undefined);
  return value;
}

async function noteAnswer(
  folder: ProjectFolder,
  { key, asked, isTaken }: NonNullable<ReturnType<typeof runningCall>>,
  answer: string,
): Promise<void> {
  const isNoted = (await readNotes(folder, key)) !== undefined;
  // What the database has done under the key, it knows by itself.
  if (!isNoted && isTaken) return;
  if (!isNoted) await begin(folder, key, { asked, files: [] });
  await append(folder, key, { answer: answer.length > longestAnswer ? null : answer });
}

/** Replaces files, all or none, and notes it for the running call, with those that are `removed` next. */
export async function replaceFiles(
  folder: ProjectFolder,
  replacements: readonly FileReplacement[],
  removed: readonly FileChange[] = [],
): Promise<void> {
  const changes = replacements.map(({ realPath, content }) => ({ path: realPath, content }));
  await noteChanges(folder, [...changes, ...removed]);
  await writeFilesAtomically(replacements, folder.refuseMoved);
}

/** Notes, for the running call, what is about to happen to files; within `ProjectFolder.change`, before it does. */
export async function noteChanges(folder: ProjectFolder, changes: readonly FileChange[]): Promise<void> {
  const call = runningCall();
  if (call === undefined || changes.length === 0) return;
  const files: NotedFile[] = [];
  let lettersLeft = mostLetters;
  for (const { path, content } of changes) {
    const before = await textOf(path);
    lettersLeft -= before?.length ?? 0;
    files.push({
      path: relative(folder.path, path),
      ...(before !== undefined && lettersLeft >= 0 && { before }),
      after: content === undefined ? null : sha256(content),
    });
  }
  await begin(folder, call.key, { asked: call.asked, files });
}

async function begin(folder: ProjectFolder, key: string, note: CallNotes): Promise<void> {
  await makeMachineFolder(folder.path);
  await makeFolderInside(folder.path, join(folder.path, callsFolder));
  await sweepNotes(folder, keyTimeMs(key));
  await append(folder, key, note);
}

/** Of what was there before a call: what is longer is not brought back. */
const mostLetters = 4 * 1024 * 1024;

/** Null where there is no file, undefined where there is something else. */
async function textOf(path: string): Promise<string | null | undefined> {
  const read = await readTextFile(path);
  if (read.kind === 'text') return read.mark + read.text;
  return read.reason === 'does not exist any more' ? null : undefined;
}

/** Brings back what was there before, the last first; `conflict` where somebody else has changed it since. */
async function takeBack(folder: ProjectFolder, key: string, files: readonly NotedFile[]): Promise<void> {
  for (const { path, before, after } of files.toReversed()) {
    const target = { root: folder.path, path: join(folder.path, path) };
    await judgeTarget(target);
    const text = await textOf(target.path);
    const now = typeof text === 'string' ? sha256(text) : text;
    if (now !== after && text !== before) throw changedSince(path);
    if (now !== after || text === before) continue;
    if (before === undefined) throw answerLost();
    if (before === null) await removeFile(target);
    else await writeFilesAtomically([{ realPath: target.path, content: before }], folder.refuseMoved);
  }
  await removeIfThere(noteTarget(folder, key));
}

const changedSince = (path: string): AppError =>
  new AppError(
    'conflict',
    `this was asked before and stopped half-way, and ${path} was changed since; look what is there`,
  );

const noteTarget = ({ path: root }: ProjectFolder, key: string) => ({
  root,
  path: join(root, callsFolder, `${key}.tmp`),
});

/** Not synced: a power cut ends also whoever would ask again. */
async function append(folder: ProjectFolder, key: string, note: object): Promise<void> {
  const { O_WRONLY, O_CREAT, O_APPEND } = constants;
  const handle = await openPlainFile(noteTarget(folder, key), O_WRONLY | O_CREAT | O_APPEND, 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(note)}\n`);
  } finally {
    await handle.close();
  }
}

async function readNotes(folder: ProjectFolder, key: string): Promise<CallNotes | undefined> {
  const text = await textOf(noteTarget(folder, key).path);
  if (typeof text !== 'string') return undefined;
  // What was cut off had not begun.
  const notes = text.split('\n').slice(0, -1).map(readNote);
  const [asked] = notes.flatMap(({ asked }) => (typeof asked === 'string' ? [asked] : []));
  if (asked === undefined) return undefined;
  const files = notes.flatMap(({ files }) => (Array.isArray(files) ? (files as NotedFile[]) : [])); // as noted here
  const answers = notes.flatMap(({ answer }) =>
    typeof answer === 'string' || answer === null ? [answer] : [],
  );
  return { asked, files, ...(answers.length > 0 && { answer: answers[0] ?? null }) };
}

function readNote(line: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(line);
  return isJsonObject(value) ? value : {};
}

/** Removes notes of calls that cannot come again. */
export async function sweepNotes(folder: ProjectFolder, nowMs: number): Promise<void> {
  const oldest = oldestKept(nowMs);
  // None before the first.
  const names = await readdir(join(folder.path, callsFolder)).catch(() => []);
  for (const name of names)
    if (name < oldest) await removeIfThere({ root: folder.path, path: join(folder.path, callsFolder, name) });
}
