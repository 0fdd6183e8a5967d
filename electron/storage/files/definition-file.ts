import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import { definitionFile } from '../../../shared/model/definition-folders.ts';
import { isId } from '../../../shared/model/id-name.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { type FileProblem, problemsFromIssues, sumUpProblems } from '../../../shared/model/problem.ts';
import { withArticle } from '../../../shared/words.ts';
import { errorCode } from '../storage-failure.ts';
import type { DefinitionKind } from './definition-kinds.ts';
import { parseJson, positionOfPath } from './json-text.ts';
import { locateInside } from './path-inside.ts';
import { readTextFile } from './read-text-file.ts';

/** A definition as its file holds it. `hash` is the SHA-256 of the file's bytes. */
export interface Definition<Value> {
  readonly value: Value;
  readonly hash: string;
}

export type ReadDefinition<Value> =
  | { readonly kind: 'read'; readonly definition: Definition<Value> }
  | { readonly kind: 'absent' }
  | { readonly kind: 'problem'; readonly problem: FileProblem };

/** What was read last, by id; a file whose bytes have not changed gives the same value again. */
export type DefinitionCache<Value> = Map<string, Definition<Value>>;

/** A file in which nothing was written for this long is what its writer meant it to be. */
export const settledMs = 80;
/** Nobody means a definition to be empty: its content is still to come, on a busy disk a little later. */
const emptyMs = 500;
const mostAttempts = 20;

/** Reads and judges one file of a kind's folder, `fileName` with its ending. A broken one is read again until it has come to rest. */
export async function readDefinition<Value>(
  root: string,
  kind: DefinitionKind<Value>,
  fileName: string,
  cache: DefinitionCache<Value>,
): Promise<ReadDefinition<Value>> {
  for (let attempt = 1; ; attempt += 1) {
    const startedAt = Date.now();
    const read = await readOnce(root, kind, fileName, cache);
    if (read.kind !== 'problem') return read;
    const state = await lastWrite(join(root, kind.folder, fileName));
    if (state === undefined) return { kind: 'absent' };
    // What is written all the time is shown as it is at last.
    if (!mayBeTorn(state, startedAt) || attempt === mostAttempts) return read;
    await setTimeout(settledMs / 2);
  }
}

interface LastWrite {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly isEmpty: boolean;
}

/** Somebody wrote shortly before we read, or after. A file from the future is as finished as it will be. */
function mayBeTorn({ at, isEmpty }: LastWrite, startedAt: number): boolean {
  const quietMs = isEmpty ? emptyMs : settledMs;
  return at > startedAt - quietMs && at < Date.now() + settledMs;
}

/** Undefined when the file is gone. */
async function lastWrite(path: string): Promise<LastWrite | undefined> {
  try {
    const { mtimeMs, size } = await lstat(path);
    return { at: mtimeMs, isEmpty: size === 0 };
  } catch (error) {
    const code = errorCode(error);
    // Whatever else keeps us from it is in the problem already.
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { at: 0, isEmpty: false };
  }
}

async function readOnce<Value>(
  root: string,
  kind: DefinitionKind<Value>,
  fileName: string,
  cache: DefinitionCache<Value>,
): Promise<ReadDefinition<Value>> {
  const file = `${kind.folder}/${fileName}`;
  const refuse = (problem: Omit<FileProblem, 'file'>): ReadDefinition<Value> => ({
    kind: 'problem',
    problem: { file, ...problem },
  });
  const id = fileName.replace(/\.json$/, '');
  if (!isId(id))
    return refuse({ reason: `the file's name is no valid id for ${withArticle(kind.noun)}; rename it` });
  const located = await locateInside(root, join(root, kind.folder, fileName));
  if (located.kind === 'absent') return { kind: 'absent' };
  if (located.kind === 'refused') return refuse({ reason: located.reason });
  const content = await readTextFile(located.path);
  if (content.kind === 'refused') return refuse({ reason: content.reason });
  const known = cache.get(id);
  if (known?.hash === content.hash) return { kind: 'read', definition: known };
  const judged = judgeDefinition(kind, id, content.text);
  if (judged.kind === 'problem') return refuse(judged.problem);
  const definition = { value: judged.value, hash: content.hash };
  cache.set(id, definition);
  return { kind: 'read', definition };
}

type Judged<Value> =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'problem'; readonly problem: Omit<FileProblem, 'file'> };

/** Parses and checks a definition's text; the value keeps everything the text says. */
export function judgeDefinition<Value>(kind: DefinitionKind<Value>, id: string, text: string): Judged<Value> {
  const parsed = parseJson(text);
  if (parsed.kind === 'broken') {
    const { line, column, reason } = parsed;
    return { kind: 'problem', problem: { line, column, reason } };
  }
  const checked = checkShape(kind.schema, parsed.value);
  // The first complaint stands for all, with their number: one line for one file.
  if (!checked.ok)
    return at(
      text,
      checked.issues[0]?.path ?? [],
      sumUpProblems(problemsFromIssues(checked.issues), 'is not valid'),
    );
  const ownId = isJsonObject(parsed.value) ? parsed.value.id : undefined;
  if (ownId !== id)
    return at(text, ['id'], `the id is ${JSON.stringify(ownId)}, but the file's name says "${id}"`);
  return { kind: 'value', value: checked.itself };
}

function at<Value>(text: string, path: readonly PropertyKey[], reason: string): Judged<Value> {
  return { kind: 'problem', problem: { ...positionOfPath(text, path), reason } };
}

/** What a folder of definitions holds. */
export interface DefinitionList<Value> {
  /** By id, in UTF-16 order. */
  readonly definitions: readonly Definition<Value>[];
  readonly problems: readonly FileProblem[];
}

/** What was read, by id. */
export function listOf<Value extends { readonly id: string }>(
  kind: DefinitionKind<Value>,
  results: readonly ReadDefinition<Value>[],
): DefinitionList<Value> {
  const { unique, problems } = splitCaseTwins(
    kind,
    results.flatMap(result => (result.kind === 'read' ? [result.definition] : [])),
  );
  const broken = results.flatMap(result => (result.kind === 'problem' ? [result.problem] : []));
  return { definitions: unique.sort(byId), problems: [...broken, ...problems] };
}

/** Of ids that differ only in upper and lower case the first is served; the others are problems. */
function splitCaseTwins<Value extends { readonly id: string }>(
  kind: DefinitionKind<Value>,
  definitions: readonly Definition<Value>[],
): { readonly unique: Definition<Value>[]; readonly problems: FileProblem[] } {
  const firstByLowerCase = new Map<string, string>();
  const unique: Definition<Value>[] = [];
  const problems: FileProblem[] = [];
  for (const definition of definitions) {
    const { id } = definition.value;
    const first = firstByLowerCase.get(id.toLowerCase());
    if (first === undefined) {
      firstByLowerCase.set(id.toLowerCase(), id);
      unique.push(definition);
    } else {
      const reason = `its id differs from "${first}" only in upper and lower case; rename one of them`;
      problems.push({ file: definitionFile(kind.folder, id), reason });
    }
  }
  return { unique, problems };
}

const byId = <Value extends { readonly id: string }>(
  left: Definition<Value>,
  right: Definition<Value>,
): number => compareCodeUnits(left.value.id, right.value.id);
