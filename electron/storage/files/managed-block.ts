import { lstatSync, readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../../shared/contract/errors.ts';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import { takeSystemLock } from '../database/system-lock.ts';
import { errorCode } from '../storage-failure.ts';
import { writeFilesAtomically } from './atomic-write.ts';
import { makeRootFolder } from './make-folder-inside.ts';
import { judgeTarget } from './plain-target.ts';
import { readTextFile, sha256, type TextFile } from './read-text-file.ts';

/** A part of somebody's file that Weft keeps, between two lines of its own; all else of the file is theirs. */
interface ManagedBlock {
  /** Letters, digits, ".", "_" and "-": several blocks of different names may stand in one file. */
  readonly name: string;
  readonly content: string;
}

const beginOf = (name: string): string =>
  `<!-- weft:begin ${name} - written by "weft render"; what is changed here is overwritten -->`;
const endOf = (name: string): string => `<!-- weft:end ${name} -->`;

/** How often a file is read again because somebody else wrote it meanwhile. */
const mostTries = 5;

/**
 * Puts a block into a file, in the place of the one of its name, else behind what is there; makes the file where there is
 * none. Says whether anything was written: a file that has the block already is not touched. Links and what is no plain
 * text file are refused, and so is a file in which the block's lines were torn apart. Of all Wefts that know the same
 * folder of the user one puts a block at a time, into whichever file; `busy` when another has been at it for ten seconds.
 */
export const writeManagedBlock = (
  file: string,
  block: ManagedBlock,
  { userDataDir }: { readonly userDataDir: string },
): Promise<boolean> =>
  inTurn(async () => {
    const root = await makeRootFolder(userDataDir, 0o700);
    const lock = await takeSystemLock({ root, path: join(root, lockName) }, patience);
    if (lock === undefined) throw new AppError('busy', `another Weft is writing ${file}; try again`);
    try {
      return await putBlock(file, block);
    } finally {
      lock.release();
    }
  });

/** Not beside the file, which is somebody's: its folder stays as it is. */
const lockName = 'blocks.lock';
const patience = { patienceMs: 10_000, pauseMs: 3 };

/** The lock is the process's: between the last look and the replacement there is room for another of its own. */
const inTurn = createSerialQueue();

async function putBlock(file: string, block: ManagedBlock): Promise<boolean> {
  const root = await realFolderOf(file);
  const path = join(root, basename(file));
  for (let tries = 0; tries < mostTries; tries += 1) {
    const isThere = (await judgeTarget({ root, path })) !== undefined;
    const { text: before, mark, hash } = isThere ? await readText(path) : nothing;
    const changed = withBlock(before, block);
    if (isThere && changed === before) return false;
    const text = mark + changed;
    try {
      const refuse = () => refuseChanged(path, hash);
      await writeFilesAtomically([{ realPath: path, content: text }], refuse);
      return true;
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw new AppError('busy', `${file} is being written by somebody else all the time; try again`);
}

class ChangedMeanwhile extends Error {}

/** Looked at last thing before the file is replaced. */
function refuseChanged(path: string, hash: string | undefined): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const now = found?.isFile() ? sha256(readFileSync(path)) : undefined;
  if (now !== hash) throw new ChangedMeanwhile();
}

const nothing = { text: '', mark: '', hash: undefined } as const;

async function realFolderOf(file: string): Promise<string> {
  try {
    return await realpath(dirname(file));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new AppError('not_found', `there is no folder ${dirname(file)}; make it first`);
  }
}

async function readText(path: string): Promise<TextFile & { kind: 'text' }> {
  const file = await readTextFile(path);
  if (file.kind === 'text') return file;
  throw new AppError('forbidden', `${path} ${file.reason}; nothing was written`);
}

/** A text with the block, in the text's own line ends. */
export function withBlock(text: string, { name, content }: ManagedBlock): string {
  const lineEnd = /\r\n/.test(text) ? '\r\n' : '\n';
  const lines = text.split(/\r\n|\n/);
  const [begins, ends] = [beginning(lines, `<!-- weft:begin ${name} `), beginning(lines, endOf(name))];
  const block = [beginOf(name), ...bodyOf(content), endOf(name)];
  if (begins.length === 0 && ends.length === 0) return appended(text, block.join(lineEnd), lineEnd);
  const [[begin = 0], [end = -1]] = [begins, ends];
  if (begins.length !== 1 || ends.length !== 1 || end < begin)
    throw new AppError(
      'conflict',
      `the lines around the block of "${name}" are not one "weft:begin" with one "weft:end" behind it; mend them, or take them out`,
    );
  // Byte for byte: what stands before and behind may have line ends of both kinds.
  const starts = startsOfLines(text);
  return text.slice(0, starts[begin]) + block.join(lineEnd) + text.slice(endOfLine(text, starts[end] ?? 0));
}

const beginning = (lines: readonly string[], start: string): number[] =>
  lines.flatMap((line, index) => (line.trimEnd().startsWith(start) ? [index] : []));

const startsOfLines = (text: string): number[] => [
  0,
  ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1),
];

function endOfLine(text: string, start: number): number {
  const found = /\r?\n/.exec(text.slice(start));
  return found === null ? text.length : start + found.index;
}

/** No line of the content can pass for one around a block. */
const bodyOf = (content: string): string[] =>
  content
    .replace(/\n$/, '')
    .split(/\r\n|\r|\n/)
    .map(line => line.replace(/<!--(?=\s*weft:(?:begin|end)\b)/g, '<\\!--'));

function appended(text: string, block: string, lineEnd: string): string {
  if (text === '') return `${block}\n`;
  const apart = /\n\r?\n$/.test(text) ? '' : text.endsWith('\n') ? lineEnd : lineEnd + lineEnd;
  return text + apart + block + lineEnd;
}
