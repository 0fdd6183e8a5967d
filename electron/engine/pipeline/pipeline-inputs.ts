import { isMissing } from '../../../shared/model/json.ts';
import type { PersistentMemory, Step } from '../../../shared/model/memory.ts';
import { type IntentField, intentFields } from '../../../shared/pipeline/expression/expression.ts';
import { branches, placeSteps } from '../../../shared/pipeline/nested-steps.ts';
import { stepSpec } from '../../../shared/pipeline/step-specs.ts';
import { templateNames } from '../../../shared/pipeline/template-names.ts';
import { scopeIdField } from '../rules/required-variables.ts';
import { readPath } from './element-value.ts';
import type { Intent } from './intent.ts';

/** What a request gives to the pipelines (R2, M3). */
export interface PipelineInputs {
  readonly intent: Intent;
  /** Prefixed names, as rules see them. */
  readonly lookup: ReadonlyMap<string, unknown>;
  /** Bare names, as templates see them. */
  readonly flat: ReadonlyMap<string, unknown>;
}

/** The inputs of one memory: a declared default stands in for what is missing (V2). */
export function withDefaults(memory: PersistentMemory, inputs: PipelineInputs): PipelineInputs {
  // Most memories have no default that is needed, so nothing is copied for them.
  let given = inputs;
  for (const { name, default: fallback } of memory.additional_variables)
    if (!isMissing(fallback) && isMissing(readVariable(given.flat, name)))
      given = {
        ...given,
        flat: new Map([...given.flat, [name, fallback]]),
        lookup: new Map([...given.lookup, [`addVar.${name}`, fallback]]),
      };
  return given;
}

/**
 * What a name in a template stands for, step results aside (M3): the intent, a bare name, or a prefixed name as rules
 * have it (`scope.agent.agent_id`, `addVar.phase`, `input.text`); undefined when nobody provides it.
 */
export function readGiven(inputs: PipelineInputs, name: string): unknown {
  return readIntent(inputs.intent, name) ?? readVariable(inputs.flat, name) ?? inputs.lookup.get(name);
}

/** A flat variable by name, dots descending into objects. */
export function readVariable(flat: ReadonlyMap<string, unknown>, name: string): unknown {
  if (flat.has(name)) return flat.get(name);
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : readPath(flat.get(name.slice(0, dot)), name.slice(dot + 1));
}

/** An intent field by name (M3); undefined when it is empty, since nobody provided it. */
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
 * Everything a memory needs and nobody provides, each once: scope ids and required variables (V2), then names in
 * templates and step types that live on the intent (M3). Scope ids are prefixed, the others bare.
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

// Definitions are never written onto, so they are looked through once.
const needed = new WeakMap<readonly Step[], readonly string[]>();

/** Names that the steps ask for, those of both branches too, and no earlier step makes. */
function neededNames(pipeline: readonly Step[]): readonly string[] {
  const known = needed.get(pipeline);
  if (known !== undefined) return known;
  const placed = placeSteps(pipeline);
  const texts = new Set(placed.filter(({ step }) => givesText(step)).map(({ alias }) => alias));
  const names = placed.flatMap(({ step, earlier }) =>
    [
      ...ownNames(step),
      ...impliedNames(
        step,
        earlier.some(alias => texts.has(alias)),
      ),
    ].filter(name => !earlier.includes(name)),
  );
  needed.set(pipeline, names);
  return names;
}

/** Template names of a step without those of the steps in it. */
function ownNames(step: Step): string[] {
  const inBranches: readonly string[] = step.type === 'conditional' ? branches : [];
  const own = Object.entries(step.params ?? {}).filter(([name]) => !inBranches.includes(name));
  return templateNames(own.map(([, value]) => value));
}

/** Steps whose text the next one may take up; of a handler nobody knows. */
const givesText = ({ type }: Step): boolean => type === 'handler' || stepSpec(type).result === 'text';

/** Steps that search for the input where they name no query. */
const searchesForQuery: ReadonlySet<Step['type']> = new Set([
  'document_search',
  'vector_search',
  'conversation_search',
]);

/** What a step reads from the intent without saying so in a template; `isAfterText` when an earlier one may give a text. */
function impliedNames(step: Step, isAfterText: boolean): string[] {
  const params = step.params ?? {};
  if (step.type === 'rewrite_query')
    return isAfterText || (params.source !== undefined && params.source !== '') ? [] : ['query'];
  if (searchesForQuery.has(step.type))
    return params.query === undefined || params.query === '' ? ['query'] : [];
  if (step.type !== 'derive_query') return [];
  const from = params.from ?? 'query';
  return from === 'keywords' || from === 'action' || from === 'query' ? [from] : [];
}
