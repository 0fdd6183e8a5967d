import type { JsonObject } from '../../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../../shared/model/memory.ts';
import type { Sample } from '../../../../shared/model/sample.ts';
import { scopeFields } from '../../../../shared/model/scope.ts';
import { intentFields } from '../../../../shared/pipeline/expression/expression.ts';
import { neededNames } from '../../../../shared/pipeline/needed-names.ts';
import { isKnownField } from '../../../../shared/rules/field-name.ts';
import { flatValueInRequest, valueInRequest } from '../../../stores/request-variables.ts';

/** A variable that a memory asks for; `flat` ones are bare names in templates. */
interface MemoryNeed {
  readonly name: string;
  readonly kind: 'prefixed' | 'flat';
  /** Without it the call is skipped. */
  readonly required: boolean;
}

export interface NeedState extends MemoryNeed {
  /** By the request; undefined where there is none. */
  readonly given: boolean | undefined;
  /** Names of the samples that lack it. */
  readonly missingIn: readonly string[];
}

/** Everything a memory needs, id fields of scopes first, then declared variables, then template names. */
export function memoryNeeds(memory: PersistentMemory): MemoryNeed[] {
  const scopeNeeds = memory.inputs_scope.map(scope =>
    prefixed(`scope.${scope}.${scopeFields[scope][0]}`, true),
  );
  const declared = memory.additional_variables.map(variable =>
    prefixed(`addVar.${variable.name}`, variable.required === true),
  );
  const pipeline = memory.retrieval.pipeline;
  const names = neededNames(pipeline);
  // Keywords are those of the query.
  const readsQuery = names.includes('query') || names.includes('keywords');
  const input = readsQuery ? [prefixed('input.text', false)] : [];
  const known = new Set([
    ...declared.map(need => need.name.slice('addVar.'.length)),
    ...memory.inputs_scope.map(scope => scopeFields[scope][0]),
  ]);
  const listed = [...input, ...scopeNeeds, ...declared];
  const inTemplates = names
    .filter(name => !isIntentField(name) && !known.has(name) && !listed.some(need => need.name === name))
    .map(name =>
      isKnownField(name) ? prefixed(name, true) : { name, kind: 'flat' as const, required: true },
    );
  return [...listed, ...inTemplates];
}

/** How each need stands in one request and over all samples. */
export function judgeNeeds(
  memory: PersistentMemory,
  request: JsonObject | undefined,
  samples: readonly Sample[],
): NeedState[] {
  return memoryNeeds(memory).map(need => {
    const missingIn = samples
      .filter(sample => !isGiven(memory, need, sample.request))
      .map(sample => sample.name);
    return { ...need, missingIn, given: request && isGiven(memory, need, request) };
  });
}

const prefixed = (name: string, required: boolean): MemoryNeed => ({ name, kind: 'prefixed', required });

function isGiven(memory: PersistentMemory, need: MemoryNeed, request: JsonObject): boolean {
  const value =
    need.kind === 'flat' ? flatValueInRequest(request, need.name) : valueInRequest(request, need.name);
  if (value !== undefined && value !== null) return true;
  // A declared default feeds templates only; a required variable stays required.
  return !need.required && defaultOf(memory, need.name) !== undefined;
}

function defaultOf(memory: PersistentMemory, name: string): unknown {
  return memory.additional_variables.find(variable => `addVar.${variable.name}` === name)?.default;
}

const isIntentField = (name: string): boolean => intentFields.some(field => field === name);
