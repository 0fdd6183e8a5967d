import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { FileProblem } from '../../shared/model/problem.ts';
import { childEnvironment } from '../platform/child-environment.ts';
import { judgeDefinition } from '../storage/files/definition-file.ts';
import type { DefinitionKind } from '../storage/files/definition-kinds.ts';
import { maxFileBytes } from '../storage/files/read-text-file.ts';
import { UsageError } from './usage-error.ts';

const run = promisify(execFile);

/** Asks git about the repository around a folder; what git says against it becomes bad usage. */
export type Git = (values: readonly string[]) => Promise<string>;

export function createGit(folder: string): Git {
  return async values => {
    try {
      const env = childEnvironment(process.env);
      const { stdout } = await run('git', [...values], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });
      return stdout;
    } catch (error) {
      throw new UsageError(`${folder}: ${gitReason(error)}`);
    }
  };
}

function gitReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'git is not installed, and its history is needed';
  const said = 'stderr' in error ? String(error.stderr).trim() : '';
  return (said === '' ? error.message : said).replaceAll('\n', ' ');
}

/** The full id of a commit; bad usage when there is none of that name. */
export async function resolveRevision(git: Git, revision: string): Promise<string> {
  try {
    return (
      await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])
    ).trim();
  } catch (error) {
    const isRepository = await git(['rev-parse', '--git-dir']).then(
      () => true,
      () => false,
    );
    if (!isRepository) throw error;
    throw new UsageError(`${revision}: git knows no such revision; give a commit, branch or tag`);
  }
}

export interface RevisionDefinitions<Value> {
  readonly values: readonly Value[];
  readonly problems: readonly FileProblem[];
}

/** The definitions of one kind as a commit has them; files that were broken then are told and left out. */
export async function readRevision<Value>(
  git: Git,
  commit: string,
  kind: DefinitionKind<Value>,
): Promise<RevisionDefinitions<Value>> {
  const listed = await git(['ls-tree', '-z', '--name-only', commit, '--', `${kind.folder}/`]);
  const files = listed.split('\0').filter(file => /\/[^./][^/]*\.json$/.test(file));
  const values: Value[] = [];
  const problems: FileProblem[] = [];
  for (const file of files) {
    const text = await git(['cat-file', 'blob', `${commit}:./${file}`]);
    const id = file.slice(kind.folder.length + 1, -'.json'.length);
    const judged =
      text.length > maxFileBytes
        ? { kind: 'problem' as const, problem: { reason: 'is larger than 10 MiB' } }
        : judgeDefinition(kind, id, text);
    if (judged.kind === 'value') values.push(judged.value);
    else problems.push({ file: `${commit.slice(0, 10)}:${file}`, ...judged.problem });
  }
  return { values, problems };
}
