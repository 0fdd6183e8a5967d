import { AppError } from '../../../shared/contract/errors.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { maxTotalBytes } from '../documents/collect-files.ts';
import { judgeDefinition } from '../files/definition-file.ts';
import type { DefinitionKind } from '../files/definition-kinds.ts';
import { decodeText, maxFileBytes, type TextFile } from '../files/read-text-file.ts';
import { type Git, GitFailure } from './ask-git.ts';

/** The full id of a commit; bad usage when there is none of that name. */
export async function resolveRevision({ ask }: Git, revision: string): Promise<string> {
  try {
    const found = await ask(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
    return found.toString('utf8').trim();
  } catch (error) {
    if (!(error instanceof GitFailure) || error.status === undefined) throw error;
    throw new AppError('not_found', `${revision}: git knows no such revision; give a commit, branch or tag`);
  }
}

interface RevisionDefinitions<Value> {
  readonly values: readonly Value[];
  readonly problems: readonly FileProblem[];
}

/** The definitions of one kind as a commit has them; files that were broken then are told and left out. */
export async function readRevision<Value>(
  git: Git,
  commit: string,
  kind: DefinitionKind<Value>,
): Promise<RevisionDefinitions<Value>> {
  const entries = await listFolder(git, commit, kind.folder);
  const texts = await readBlobs(git, entries);
  const values: Value[] = [];
  const problems: FileProblem[] = [];
  for (const [index, { file }] of entries.entries()) {
    const text = texts[index] ?? refused('cannot be read');
    const judged =
      text.kind === 'refused'
        ? { kind: 'problem' as const, problem: { reason: text.reason } }
        : judgeDefinition(kind, file.slice(kind.folder.length + 1, -'.json'.length), text.text);
    if (judged.kind === 'value') values.push(judged.value);
    else problems.push({ file: `${commit.slice(0, 10)}:${file}`, ...judged.problem });
  }
  return { values, problems };
}

/** One file of the project as a commit has it; undefined where it has none. */
export async function readRevisionFile(
  git: Git,
  commit: string,
  file: string,
): Promise<TextFile | undefined> {
  const entries = await listEntries(git, commit, file);
  const [found] = await readBlobs(
    git,
    entries.filter(entry => entry.file === file),
  );
  return found;
}

interface TreeEntry {
  /** Within the project, with forward slashes. */
  readonly file: string;
  readonly mode: string;
  readonly object: string;
}

async function listFolder(git: Git, commit: string, folder: string): Promise<TreeEntry[]> {
  const entries = await listEntries(git, commit, `${folder}/`);
  return entries.filter(({ file }) => /\/[^./][^/]*\.json$/.test(file));
}

/** A file, or where the path ends in a slash what lies in the folder. */
async function listEntries({ ask, prefix }: Git, commit: string, path: string): Promise<TreeEntry[]> {
  const listed = await ask(['ls-tree', '-z', commit, '--', `${prefix}${path}`]);
  return listed
    .toString('utf8')
    .split('\0')
    .flatMap(line => {
      const [, mode = '', object = '', found = ''] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
      return found === '' ? [] : [{ file: found.slice(prefix.length), mode, object }];
    });
}

const isPlainFile = ({ mode }: TreeEntry): boolean => mode === '100644' || mode === '100755';

/** Two questions for all of them: how large they are, then what is in those that are not too large. */
async function readBlobs({ ask }: Git, entries: readonly TreeEntry[]): Promise<TextFile[]> {
  const asked = entries.map(({ object }) => `${object}\n`);
  const sizes = (await ask(['cat-file', '--batch-check=%(objecttype) %(objectsize)'], asked.join('')))
    .toString('utf8')
    .split('\n')
    .map(line => Number(/^blob (\d+)$/.exec(line)?.[1] ?? Number.NaN));
  const wanted = entries.flatMap((entry, index) =>
    isPlainFile(entry) && (sizes[index] ?? Number.NaN) <= maxFileBytes ? [index] : [],
  );
  const total = wanted.reduce((sum, index) => sum + (sizes[index] ?? 0), 0);
  if (total > maxTotalBytes)
    throw new AppError('invalid_input', 'the revision has more than 100 MiB of definitions');
  const answer = await ask(['cat-file', '--batch'], wanted.map(index => asked[index]).join(''));
  const contents = new Map<number, Buffer>();
  let at = 0;
  for (const index of wanted) {
    const start = answer.indexOf(0x0a, at) + 1;
    at = start + (sizes[index] ?? 0);
    contents.set(index, answer.subarray(start, at));
    at += 1;
  }
  return entries.map((entry, index) => blobOf(entry, sizes[index], contents.get(index)));
}

function blobOf(entry: TreeEntry, size: number | undefined, content: Buffer | undefined): TextFile {
  if (!isPlainFile(entry)) return refused('was no plain file');
  if (content !== undefined) return decodeText(content);
  return refused(
    size === undefined || Number.isNaN(size)
      ? 'is not in this copy of the repository; fetch all of it with git first'
      : 'is larger than 10 MiB',
  );
}

const refused = (reason: string): TextFile => ({ kind: 'refused', reason });
