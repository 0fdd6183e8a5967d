import { isMissing } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { nearNames } from '../../../shared/model/near-names.ts';
import { type IntentField, intentFields } from '../../../shared/pipeline/expression/expression.ts';
import { neededNames } from '../../../shared/pipeline/needed-names.ts';
import { scopeIdField } from '../../../shared/rules/evaluation/required-variables.ts';
import { suggestField } from '../../../shared/rules/field-name.ts';
import { readPath, splitPath } from './element-value.ts';
import type { Intent } from './intent.ts';

/** What a request gives to the pipelines. */
export interface PipelineInputs {
  readonly intent: Intent;
  /** Prefixed names, as rules see them. */
  readonly lookup: ReadonlyMap<string, unknown>;
  /** Bare names, as templates see them. */
  readonly flat: ReadonlyMap<string, unknown>;
  /** Bare names that a default of the memory stands for, which nobody gave. */
  readonly defaults?: ReadonlySet<string>;
}

/** The inputs of one memory: a declared default stands in for what is missing. */
export function withDefaults(memory: PersistentMemory, inputs: PipelineInputs): PipelineInputs {
  // Most memories have no default that is needed, so nothing is copied for them.
  let given = inputs;
  for (const { name, default: fallback } of memory.additional_variables)
    if (!isMissing(fallback) && isMissing(readVariable(given.flat, name)))
      given = {
        ...given,
        flat: new Map([...given.flat, [name, fallback]]),
        lookup: new Map([...given.lookup, [`addVar.${name}`, fallback]]),
        defaults: new Set([...(given.defaults ?? []), name]),
      };
  return given;
}

/**
 * What a name in a template stands for, step results aside: the intent, a bare name, or a prefixed name as rules
 * have it (`scope.agent.agent_id`, `addVar.phase`, `input.text`); undefined when nobody provides it.
 */
export function readGiven(inputs: PipelineInputs, name: string): unknown {
  return readIntent(inputs.intent, name) ?? readVariable(inputs.flat, name) ?? inputs.lookup.get(name);
}

/** Whether what a name stands for is a default of the memory, and so the memory's own. */
export function isDefault({ intent, flat, defaults }: PipelineInputs, name: string): boolean {
  if (defaults === undefined || readIntent(intent, name) !== undefined) return false;
  const found = findVariable(flat, name);
  if (found === undefined || isMissing(found.value))
    return name.startsWith('addVar.') && defaults.has(name.slice('addVar.'.length));
  return defaults.has(found.variable);
}

/** The name of something that is given, where `name` is not and was probably meant to be it. */
export function nearGivenName({ lookup, flat }: PipelineInputs, name: string): string | undefined {
  const given = [...lookup.keys()].filter(key => !isMissing(lookup.get(key)));
  const suggested = suggestField(name);
  return (
    given.find(key => key === suggested) ??
    given.find(key => key.endsWith(`.${name}`)) ??
    nearNames(name, [...flat.keys(), ...given])[0]
  );
}

/** A flat variable by name, dots descending into objects. */
const readVariable = (flat: ReadonlyMap<string, unknown>, name: string): unknown =>
  findVariable(flat, name)?.value;

/** The same with the variable in which it is found. */
function findVariable(
  flat: ReadonlyMap<string, unknown>,
  name: string,
): { readonly variable: string; readonly value: unknown } | undefined {
  if (flat.has(name)) return { variable: name, value: flat.get(name) };
  for (const { head, rest } of splitPath(name)) {
    const value = readPath(flat.get(head), rest);
    if (value !== undefined) return { variable: head, value };
  }
  return undefined;
}

/** An intent field by name; undefined when it is empty, since nobody provided it. */
function readIntent(intent: Intent, name: string): string | undefined {
  const field = intentFields.find(known => known === name);
  const text = field === undefined ? '' : readIntentField(intent, field);
  return text === '' ? undefined : text;
}

/** An intent field as text; empty when nobody provided it. */
export function readIntentField(intent: Intent, field: IntentField): string {
  return field === 'keywords' ? intent.keywords.join(' ') : intent[field];
}

/**
 * Everything a memory needs and nobody provides, each once: scope ids and required variables, then names in
 * templates and step types that live on the intent. Scope ids are prefixed, the others bare.
 */
export function missingVariables(memory: PersistentMemory, inputs: PipelineInputs): string[] {
  const given = withDefaults(memory, inputs);
  const ids = memory.inputs_scope.map(scopeIdField).filter(name => isMissing(inputs.lookup.get(name)));
  const required = memory.additional_variables
    .filter(variable => variable.required === true && isMissing(readVariable(given.flat, variable.name)))
    .map(variable => variable.name);
  const asked = neededNames(memory.retrieval.pipeline).filter(name => isMissing(readGiven(given, name)));
  return [...new Set([...ids, ...required, ...asked])];
}
