import { AppError } from '../contract/errors.ts';
import type { ContextTest } from '../model/context-test.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import type { PersistentMemory, Step } from '../model/memory.ts';
import type { ContextRuleEngine } from '../model/rule.ts';
import type { Sample } from '../model/sample.ts';
import { isScope } from '../model/scope.ts';
import { placeSteps } from '../pipeline/nested-steps.ts';
import { mapTemplateNames } from '../pipeline/template-names.ts';
import { buildLookup } from '../rules/evaluation/build-lookup.ts';
import { scopeIdField } from '../rules/evaluation/required-variables.ts';
import { isKnownField, scopeOfField } from '../rules/field-name.ts';
import { renameInRequest } from './rename-in-request.ts';
import type { Renamed, Renaming, RenamingInput } from './renaming.ts';

/**
 * Renames a variable everywhere: conditions of rules, declared variables and `${}` templates of memories (where the
 * name stands bare), requests of samples and tests, what tests expect to be missing. What lies in the variable moves along.
 * `invalid_input` for names that no request can hold, `conflict` where a sample or a test gives both names.
 */
export function renameField(from: string, to: string, definitions: RenamingInput): Renaming {
  refuseUnfit(from);
  refuseUnfit(to);
  if (from === to) throw new AppError('invalid_input', `"${from}" has that name already`);
  const rename = fieldRenamer(from, to);
  const memoryRenamer = createMemoryRenamer(from, to, definitions);
  const memories = definitions.memories.flatMap(memory =>
    changed<PersistentMemory>(memoryRenamer.rename(memory)),
  );
  return {
    engines: definitions.engines.flatMap(engine => changed(renameInEngine(engine, rename))),
    memories,
    samples: definitions.samples.flatMap(sample => changed(renameInSample(sample, from, to, 'sample'))),
    tests: (definitions.tests ?? []).flatMap(test => changed(renameInTest(test, from, to, memoryRenamer))),
    notes: memoryRenamer.notes(),
  };
}

type RenameField = (name: string) => string | undefined;

/** The new name of a field that is the renamed one or lies in it; undefined for every other. */
export function fieldRenamer(from: string, to: string): RenameField {
  return field =>
    field === from || field.startsWith(`${from}.`) ? to + field.slice(from.length) : undefined;
}

function refuseUnfit(field: string): void {
  if (field.startsWith('input.'))
    throw new AppError('invalid_input', `"${field}" is no variable that could have another name`);
  if (!isKnownField(field) || (field.startsWith('scope.') && scopeOfField(field) === undefined))
    throw new AppError(
      'invalid_input',
      `"${field}" is no full name; write addVar.<name> or scope.<scope>.<field>`,
    );
  if (/[{}]/.test(field) || bareName(field).trim() !== bareName(field))
    throw new AppError(
      'invalid_input',
      `"${field}" cannot stand in a \${} template; leave out braces and outer spaces`,
    );
}

function changed<Value>(renamed: Renamed<Value>): Renamed<Value>[] {
  return renamed.places.length === 0 ? [] : [renamed];
}

function renameInEngine(engine: ContextRuleEngine, rename: RenameField): Renamed<ContextRuleEngine> {
  const places: string[] = [];
  const rules = engine.rules.map((rule, ruleIndex) => {
    const when = rule.when.map((condition, index) => {
      const field = rename(condition.field);
      if (field === undefined) return condition;
      places.push(`rules.${ruleIndex}.when.${index}.field`);
      return { ...condition, field };
    });
    return when.some((condition, index) => condition !== rule.when[index]) ? { ...rule, when } : rule;
  });
  return { value: { ...engine, rules }, places };
}

/** What a test expects to be missing, and the request that stands in it; one that a sample has is renamed there. */
function renameInTest(
  test: ContextTest,
  from: string,
  to: string,
  memoryRenamer: MemoryRenamer,
): Renamed<ContextTest> {
  const expected = renameInExpectations(test, memoryRenamer);
  const { request } = test;
  if (request === undefined) return expected;
  const { value, places } = renameInSample({ ...expected.value, request }, from, to, 'test');
  return { value, places: [...places, ...expected.places] };
}

function renameInExpectations(test: ContextTest, { renameMissing }: MemoryRenamer): Renamed<ContextTest> {
  const places: string[] = [];
  const expect = test.expect.map((expectation, index) => {
    if (expectation.kind !== 'missing') return expectation;
    const names = expectation.variables.map(name => renameMissing(name) ?? name);
    if (names.every((name, at) => name === expectation.variables[at])) return expectation;
    places.push(`expect.${index}.variables`);
    return { ...expectation, variables: [...new Set(names)] };
  });
  return { value: { ...test, expect }, places };
}

function renameInSample<Given extends Pick<Sample, 'id' | 'request'>>(
  sample: Given,
  from: string,
  to: string,
  noun: 'sample' | 'test',
): Renamed<Given> {
  const renamed = renameInRequest(sample.request, from, to);
  if (renamed === undefined) return { value: sample, places: [] };
  const both = [...givenVariables(sample.request).keys()].find(
    name => name === to || name.startsWith(`${to}.`),
  );
  // What lies in the renamed variable itself is on the move.
  if (both !== undefined && !both.startsWith(`${from}.`) && both !== from)
    throw new AppError(
      'conflict',
      `${noun} "${sample.id}" gives both ${from} and ${both}; keep one of them first, nothing was renamed`,
      { [noun]: sample.id, from, to },
    );
  return {
    value: { ...sample, request: renamed.request },
    places: renamed.places.map(place => `request.${place}`),
  };
}

/** The name a variable has in templates and declarations: `scope.agent.kind` to `kind`, `addVar.a.b` to `a.b`. */
function bareName(field: string): string {
  const scope = scopeOfField(field);
  return field.slice(scope === undefined ? 'addVar.'.length : `scope.${scope}.`.length);
}

interface MemoryRenamer {
  rename(memory: PersistentMemory): Renamed<PersistentMemory>;
  /** What is missing then in the place of a name that memories need. */
  renameMissing(name: string): string | undefined;
  /** What was left as it is, known when all memories are done. */
  notes(): string[];
}

/** Names that templates take from the intent first, so that a variable of that name is not what they mean. */
const intentNames: ReadonlySet<string> = new Set(['query', 'keywords', 'action']);

/** Renames a variable in memories: bare in declarations and templates, prefixed in templates. */
function createMemoryRenamer(from: string, to: string, definitions: RenamingInput): MemoryRenamer {
  const notes = new Set<string>();
  const [oldName, newName] = [bareName(from), bareName(to)];
  const rival = from.startsWith('addVar.') ? undefined : otherWithBareName(from, definitions);
  const bare = oldName === newName ? () => undefined : fieldRenamer(oldName, newName);
  const prefixed = fieldRenamer(from, to);
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

function keptBecause(oldName: string, newName: string, rival: string | undefined): string | undefined {
  const taken = [oldName, newName].find(name => intentNames.has(name));
  if (taken !== undefined) return `\${${taken}} means the request's ${taken}, whatever variables are called`;
  return rival === undefined ? undefined : `it may mean ${rival} as well`;
}

function renameIn(
  memory: PersistentMemory,
  { bare, prefixed }: { readonly bare: RenameField; readonly prefixed: RenameField },
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

function renamedParams(step: Step, rename: RenameField): Step['params'] {
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

/** The prefixed variables of a request that may be half-written: whatever has the right shape counts. */
function givenVariables(request: JsonObject): ReadonlyMap<string, unknown> {
  const { scope_variables: scopes, additional_variables: additional } = request;
  const usable = isJsonObject(scopes)
    ? Object.entries(scopes).filter(([scope, fields]) => isScope(scope) && isJsonObject(fields))
    : [];
  return buildLookup({
    scope_variables: Object.fromEntries(usable),
    ...(isJsonObject(additional) && { additional_variables: additional }),
  }).variables;
}
