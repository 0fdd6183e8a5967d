import { AppError } from '../contract/errors.ts';
import type { ContextTest } from '../model/context-test.ts';
import type { PersistentMemory } from '../model/memory.ts';
import type { ContextRuleEngine } from '../model/rule.ts';
import type { Sample } from '../model/sample.ts';
import { isKnownField, scopeOfField } from '../rules/field-name.ts';
import { givenVariables } from './given-variables.ts';
import { bareName, createMemoryRenamer, type MemoryRenamer } from './rename-in-memory.ts';
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

/** The new name of a field that is the renamed one or lies in it; undefined for every other. */
export function fieldRenamer(from: string, to: string): (field: string) => string | undefined {
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

function renameInEngine(
  engine: ContextRuleEngine,
  rename: (field: string) => string | undefined,
): Renamed<ContextRuleEngine> {
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
