import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportSource } from '../../../shared/imports/import-kinds.ts';
import { recognizeFile } from '../../../shared/imports/recognize-file.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { errorCode } from '../../storage/storage-failure.ts';
import type { SearchedFolder } from '../content/read-sources.ts';
import type { Outcome, Plans } from './definition-plan.ts';
import type { ImportCandidate } from './import-reader.ts';
import { type ImportedFrom, importedFrom } from './imported-from.ts';
import { isChangedHere } from './place-rule.ts';

/** Memory types whose file stood in a folder that was searched, and stands there no more. */
export async function findGone(
  folders: readonly SearchedFolder[],
  memories: readonly PersistentMemory[],
  projectPath: string,
): Promise<ImportCandidate[]> {
  const gone: { readonly memory: PersistentMemory; readonly from: ImportedFrom }[] = [];
  for (const memory of memories) {
    const from = importedFrom(memory);
    if (from === undefined || !folders.some(folder => isBelow(folder, from))) continue;
    // It came as a text, and was no file of the project.
    if (from.root === undefined && memory.origin === 'import') continue;
    if (!(await isSourceThere(projectPath, from))) gone.push({ memory, from });
  }
  const byFile = Map.groupBy(gone, ({ from }) => placeOf(from));
  return gone.map(({ memory, from }) => {
    const file = placeOf(from);
    const hasCopies = (byFile.get(file)?.length ?? 0) > 1;
    return {
      id: `gone:${file}${hasCopies ? ` (${memory.id})` : ''}`,
      source: sourceOf(from.path),
      file,
      name: memory.label,
      notes: [],
      content: { kind: 'gone', id: memory.id },
    };
  });
}

/** From the project on, since repositories have files of the same path. */
const placeOf = ({ root, path }: ImportedFrom): string => (root === undefined ? path : `${root}/${path}`);

/**
 * Documents of a collection that would stand in a folder of the project that was searched, and do not. Nobody keeps
 * where a document came from, so theirs may stand elsewhere: they are told, and never removed.
 */
export async function findFileless(
  folders: readonly SearchedFolder[],
  paths: Iterable<string>,
  projectPath: string,
): Promise<string[]> {
  const own = folders.filter(({ root }) => root === undefined);
  const fileless: string[] = [];
  for (const path of paths)
    if (own.some(folder => isBelow(folder, { path })) && !(await isThere(join(projectPath, path))))
      fileless.push(path);
  return fileless;
}

export const isSourceThere = (projectPath: string, { root = '', path }: ImportedFrom): Promise<boolean> =>
  isThere(join(projectPath, root, path));

const isBelow = ({ root, place }: SearchedFolder, from: Pick<ImportedFrom, 'path' | 'root'>): boolean =>
  root === from.root && (place === '' || from.path.startsWith(`${place}/`));

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    // What cannot be looked at may well be there.
    return errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR';
  }
}

function sourceOf(path: string): ImportSource {
  const format = recognizeFile(path);
  return format === undefined || format === 'json' || format === 'conversation' ? 'guide' : format;
}

/** What becomes of a rule without its file: it stays and is told, or goes with its memory where that is asked for. */
export function placeGone(id: string, file: string, plans: Plans): Outcome {
  const users = plans.engines
    .all()
    .flatMap(engine => engine.rules.filter(rule => adds(rule, id)).map(rule => ({ engine, rule })));
  const own = users.filter(({ rule }) => rule.id === id && rule.then.add_memories.length === 1);
  const makes: Outcome['makes'] = [
    ...own.map(({ engine, rule }) => ({ kind: 'rule' as const, id: `${engine.id}/${rule.id}` })),
    { kind: 'memory', id },
  ];
  const others = users.filter(user => !own.includes(user));
  const [other] = others;
  if (other !== undefined) {
    const reason = `${file} is gone; "${id}" stays, because the rule ${other.engine.id}/${other.rule.id} adds it`;
    return { change: 'gone', makes, notes: [reason] };
  }
  const memory = plans.memories.get(id);
  const isLost = memory !== undefined && isChangedHere(own[0]?.rule, memory) === true;
  if (!plans.prune) {
    const stays = `${file} is gone, what came of it stays; "prune" (--prune) removes it`;
    return { change: 'gone', makes, notes: [isLost ? `${stays}, and what was changed here is lost` : stays] };
  }
  for (const { engine } of own) plans.engines.amend(withoutRule(engine, id));
  plans.memories.remove(id);
  const notes = isLost ? [`what was changed here in "${id}" or its rule goes with it`] : [];
  return { change: 'removed', makes, notes: [`${file} is gone`, ...notes] };
}

const adds = (rule: ContextRule, id: string): boolean => rule.then.add_memories.includes(id);

const withoutRule = (engine: ContextRuleEngine, id: string): ContextRuleEngine => ({
  ...engine,
  rules: engine.rules.filter(rule => rule.id !== id),
});
