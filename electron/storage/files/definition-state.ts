import { AppError, unreachable } from '../../../shared/contract/errors.ts';
import { definitionFile } from '../../../shared/model/definition-folders.ts';
import { isId } from '../../../shared/model/id-name.ts';
import { withNearest } from '../../../shared/model/near-names.ts';
import type { FileProblem } from '../../../shared/model/problem.ts';
import { withArticle } from '../../../shared/words.ts';
import type { Definition, ReadDefinition } from './definition-file.ts';
import type { DefinitionKind } from './definition-kinds.ts';

/** `null`: must not exist yet. `undefined`: whatever is there is replaced. */
export type ExpectedHash = string | null | undefined;

/** Ids become file names, so nothing else may pass. */
export function refuseBadId(kind: DefinitionKind<unknown>, id: string): void {
  if (!isId(id))
    throw new AppError(
      'invalid_input',
      `${JSON.stringify(id.slice(0, 100))} cannot be the id of ${withArticle(kind.noun)}`,
    );
}

/** What was read, or the error that says why there is nothing; `known`: ids of which the nearest may have been meant. */
export function requireDefinition<Value>(
  kind: DefinitionKind<Value>,
  id: string,
  read: ReadDefinition<Value>,
  known: readonly string[],
): Definition<Value> {
  switch (read.kind) {
    case 'read':
      return read.definition;
    case 'absent':
      throw new AppError('not_found', withNearest(`there is no ${kind.noun} "${id}"`, id, known), { id });
    case 'problem':
      throw new AppError('invalid_input', `${problemText(read.problem)}; repair or delete the file`, {
        problem: read.problem,
      });
    default:
      return unreachable(read);
  }
}

/** Compares what is there with what the caller expects, and gives what is there; a broken file is never replaced unasked. */
export function expectState<Value>(
  kind: DefinitionKind<Value>,
  id: string,
  read: ReadDefinition<Value>,
  expected: ExpectedHash,
): Definition<Value> | undefined {
  if (read.kind === 'problem')
    throw new AppError(
      'conflict',
      `${problemText(read.problem)}; it was left as it is, repair or delete it first`,
      {
        problem: read.problem,
      },
    );
  const current = read.kind === 'read' ? read.definition : undefined;
  if (expected === undefined || (expected ?? undefined) === current?.hash) return current;
  throw expected === null
    ? new AppError(
        'conflict',
        `there is already ${withArticle(kind.noun)} "${id}"`,
        bothVersions(id, current),
      )
    : changedOnDisk(kind, id, current);
}

/** The file is not the one the caller has seen; it gets the other version to choose or merge. */
export function changedOnDisk<Value>(
  kind: DefinitionKind<Value>,
  id: string,
  current: Definition<Value> | undefined,
): AppError {
  const what = current === undefined ? 'was deleted' : 'was changed';
  const message = `${definitionFile(kind.folder, id)} ${what} by someone else since you read it; nothing was written`;
  return new AppError('conflict', message, bothVersions(id, current));
}

const bothVersions = <Value>(id: string, current: Definition<Value> | undefined) => ({
  id,
  current: current?.value ?? null,
  current_hash: current?.hash ?? null,
});

/** A file problem as one sentence. */
export function problemText({ file, line, column, reason }: FileProblem): string {
  const place = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
  return `${file}${place}: ${reason}`;
}
