import type { JsonObject } from '../../../../shared/model/json.ts';
import type { PersistentMemory, Step } from '../../../../shared/model/memory.ts';
import type { Sample } from '../../../../shared/model/sample.ts';
import { scopeFields } from '../../../../shared/model/scope.ts';
import { branches, placeSteps } from '../../../../shared/pipeline/nested-steps.ts';
import { templateNames } from '../../../../shared/pipeline/template-names.ts';
import { isKnownField } from '../../../../shared/rules/field-name.ts';
import { flatValueInRequest, valueInRequest } from '../../../stores/request-variables.ts';

/** A variable that a memory asks for; `flat` ones are bare names in templates. */
export interface MemoryNeed {
  readonly name: string;
  readonly kind: 'prefixed' | 'flat';
  /** Without it the call is skipped (V2, M3). */
  readonly required: boolean;
}

export interface NeedState extends MemoryNeed {
  readonly given: boolean;
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
  const input = readsQuery(pipeline) ? [prefixed('input.text', false)] : [];
  const known = new Set([
    ...declared.map(need => need.name.slice('addVar.'.length)),
    ...memory.inputs_scope.map(scope => scopeFields[scope][0] as string),
  ]);
  const listed = [...input, ...scopeNeeds, ...declared];
  const inTemplates = neededNames(pipeline)
    .filter(name => !known.has(name) && !listed.some(need => need.name === name))
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
    return { ...need, missingIn, given: request !== undefined && isGiven(memory, need, request) };
  });
}

const prefixed = (name: string, required: boolean): MemoryNeed => ({ name, kind: 'prefixed', required });

function isGiven(memory: PersistentMemory, need: MemoryNeed, request: JsonObject): boolean {
  const value =
    need.kind === 'flat' ? flatValueInRequest(request, need.name) : valueInRequest(request, need.name);
  if (value !== undefined && value !== null) return true;
  // A declared default feeds templates only; a required variable stays required (V2).
  return !need.required && defaultOf(memory, need.name) !== undefined;
}

function defaultOf(memory: PersistentMemory, name: string): unknown {
  return memory.additional_variables.find(variable => `addVar.${variable.name}` === name)?.default;
}

const intentNames = new Set(['query', 'keywords', 'action']);

/** Template names that neither an earlier step nor the request's intent provides (M3). */
function neededNames(pipeline: readonly Step[]): string[] {
  const names = new Set<string>();
  for (const { step, earlier } of placeSteps(pipeline)) {
    const known = new Set([...intentNames, ...earlier]);
    for (const name of templateNames(ownParams(step)))
      if (!known.has(name.split('.')[0] ?? name)) names.add(name);
  }
  return [...names];
}

/** A step without the steps in its branches, which are placed on their own. */
function ownParams({ params = {} }: Step): unknown {
  const inBranches: readonly string[] = branches;
  return Object.entries(params).filter(([name]) => !inBranches.includes(name));
}

function readsQuery(pipeline: readonly Step[]): boolean {
  return placeSteps(pipeline).some(({ step }) => {
    if (step.type === 'derive_query')
      return step.params?.from !== 'action' && step.params?.from !== 'context';
    const searches = /^(?:document|vector|conversation)_search$/.test(step.type);
    if (searches && step.params?.query === undefined) return true;
    return templateNames(ownParams(step)).some(name => name === 'query' || name === 'keywords');
  });
}
