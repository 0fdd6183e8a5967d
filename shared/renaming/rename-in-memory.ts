import { AppError } from '../contract/errors.ts';
import type { PersistentMemory, Step } from '../model/memory.ts';
import { placeSteps } from '../pipeline/nested-steps.ts';
import { mapTemplateNames } from '../pipeline/template-names.ts';
import { scopeIdField } from '../rules/evaluation/required-variables.ts';
import { scopeOfField } from '../rules/field-name.ts';
import { givenVariables } from './given-variables.ts';
import type { Renamed, RenamingInput } from './renaming.ts';

/** The name a variable has in templates and declarations: `scope.agent.kind` to `kind`, `addVar.a.b` to `a.b`. */
export function bareName(field: string): string {
  const scope = scopeOfField(field);
  return field.slice(scope === undefined ? 'addVar.'.length : `scope.${scope}.`.length);
}

export interface MemoryRenamer {
  rename(memory: PersistentMemory): Renamed<PersistentMemory>;
  /** What is missing then in the place of a name that memories need. */
  renameMissing(name: string): string | undefined;
  /** What was left as it is, known when all memories are done. */
  notes(): string[];
}

/** Names that templates take from the intent first, so that a variable of that name is not what they mean. */
const intentNames: ReadonlySet<string> = new Set(['query', 'keywords', 'action']);

/** Renames a variable in memories: bare in declarations and templates, prefixed in templates. */
export function createMemoryRenamer(from: string, to: string, definitions: RenamingInput): MemoryRenamer {
  const notes = new Set<string>();
  const [oldName, newName] = [bareName(from), bareName(to)];
  const rival = from.startsWith('addVar.') ? undefined : otherWithBareName(from, definitions);
  const bare = oldName === newName ? () => undefined : renamer(oldName, newName);
  const prefixed = renamer(from, to);
  const kept = keptBecause(oldName, newName, rival);
  const needsId = (memory: PersistentMemory) => memory.inputs_scope.map(scopeIdField).includes(from);
  return {
    notes: () => [...notes],
    renameMissing(name) {
      if (name === from && definitions.memories.some(needsId)) return undefined;
      return prefixed(name) ?? (kept === undefined ? bare(name) : undefined);
    },
    rename(memory) {
      if (needsId(memory))
        notes.add(`memory "${memory.id}" needs ${from} because of its inputs_scope; that stays so`);
      if (kept === undefined) return renameIn(memory, { bare, prefixed }, newName);
      if (renameIn(memory, { bare, prefixed: () => undefined }, newName).places.length > 0)
        notes.add(`memory "${memory.id}" keeps "${oldName}": ${kept}`);
      return renameIn(memory, { bare: () => undefined, prefixed }, newName);
    },
  };
}

type Rename = (name: string) => string | undefined;

/** Renames a variable and what lies in it. */
const renamer =
  (from: string, to: string): Rename =>
  name =>
    name === from || name.startsWith(`${from}.`) ? to + name.slice(from.length) : undefined;

function keptBecause(oldName: string, newName: string, rival: string | undefined): string | undefined {
  const taken = [oldName, newName].find(name => intentNames.has(name));
  if (taken !== undefined) return `\${${taken}} means the request's ${taken}, whatever variables are called`;
  return rival === undefined ? undefined : `it may mean ${rival} as well`;
}

function renameIn(
  memory: PersistentMemory,
  { bare, prefixed }: { readonly bare: Rename; readonly prefixed: Rename },
  newName: string,
): Renamed<PersistentMemory> {
  const places: string[] = [];
  const additional_variables = memory.additional_variables.map((variable, index) => {
    const name = bare(variable.name);
    if (name === undefined) return variable;
    places.push(`additional_variables.${index}.name`);
    return { ...variable, name };
  });
  const placed = placeSteps(memory.retrieval.pipeline);
  const pipeline = memory.retrieval.pipeline.map((step, index) => {
    const path = `retrieval.pipeline.${index}`;
    // Names of steps in its own branches mean those steps as well.
    const aliases = placed
      .filter(place => place.path === path || place.path.startsWith(`${path}.`))
      .flatMap(place => place.earlier);
    const params = renamedParams(step, name =>
      aliases.includes(name) ? undefined : (prefixed(name) ?? bare(name)),
    );
    if (params === step.params || params === undefined) return step;
    const keepsBare = renamedParams(step, name => (aliases.includes(name) ? undefined : bare(name)));
    if (keepsBare !== step.params) refuseHidden(memory, aliases, newName);
    places.push(`${path}.params`);
    return { ...step, params };
  });
  return { value: { ...memory, additional_variables, retrieval: { ...memory.retrieval, pipeline } }, places };
}

function renamedParams(step: Step, rename: Rename): Step['params'] {
  if (step.params === undefined) return undefined;
  const mapped = mapTemplateNames(step.params, rename);
  // A mapped object is an object; the very same one when no name changed.
  return mapped as Step['params'];
}

/** A step of that name would answer instead of the variable. */
function refuseHidden(memory: PersistentMemory, aliases: readonly string[], newName: string): void {
  if (!aliases.includes(newName)) return;
  throw new AppError(
    'conflict',
    `memory "${memory.id}" has a step called "${newName}", which \${${newName}} would mean; nothing was renamed`,
    { memory: memory.id },
  );
}

/** Another variable with the same bare name, which templates cannot tell from this one. */
function otherWithBareName(field: string, { engines, samples, memories }: RenamingInput): string | undefined {
  const name = bareName(field);
  const known = [
    ...engines.flatMap(engine => engine.rules.flatMap(rule => rule.when.map(condition => condition.field))),
    ...samples.flatMap(sample => [...givenVariables(sample.request).keys()]),
    ...memories.flatMap(memory => memory.additional_variables.map(variable => `addVar.${variable.name}`)),
  ];
  const isVariable = (other: string) => other.startsWith('addVar.') || scopeOfField(other) !== undefined;
  return known.find(other => other !== field && isVariable(other) && bareName(other) === name);
}
