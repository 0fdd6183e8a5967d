import { isMissing } from '../../../shared/model/json.ts';
import type { PersistentMemory, Step } from '../../../shared/model/memory.ts';
import { stepAlias } from '../../../shared/pipeline/step-alias.ts';
import { scopeIdField } from '../rules/required-variables.ts';
import { readPath } from './element-value.ts';
import type { Intent } from './intent.ts';
import { templateNames } from './resolve-templates.ts';

/** What a request gives to the pipelines (R2, M3). */
export interface PipelineInputs {
  readonly intent: Intent;
  /** Prefixed names, as rules see them. */
  readonly lookup: ReadonlyMap<string, unknown>;
  /** Bare names, as templates see them. */
  readonly flat: ReadonlyMap<string, unknown>;
}

/** The flat variables of one memory: a declared default stands in for what is missing (V2). */
export function withDefaults(
  memory: PersistentMemory,
  flat: ReadonlyMap<string, unknown>,
): Map<string, unknown> {
  const variables = new Map(flat);
  for (const { name, default: fallback } of memory.additional_variables)
    if (isMissing(readVariable(variables, name)) && !isMissing(fallback)) variables.set(name, fallback);
  return variables;
}

/** A flat variable by name, dots descending into objects. */
export function readVariable(flat: ReadonlyMap<string, unknown>, name: string): unknown {
  if (flat.has(name)) return flat.get(name);
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : readPath(flat.get(name.slice(0, dot)), name.slice(dot + 1));
}

/** An intent field by name (M3); undefined when it is empty, since nobody provided it. */
export function readIntent(intent: Intent, name: string): string | undefined {
  const texts = new Map([
    ['query', intent.query],
    ['keywords', intent.keywords.join(' ')],
    ['action', intent.action],
  ]);
  const text = texts.get(name);
  return text === '' ? undefined : text;
}

/**
 * Everything a memory needs and nobody provides, each once: scope ids and required variables (V2), then names in
 * templates and step types that live on the intent (M3). Scope ids are prefixed, the others bare.
 */
export function missingVariables(memory: PersistentMemory, inputs: PipelineInputs): string[] {
  const flat = withDefaults(memory, inputs.flat);
  const ids = memory.inputs_scope.map(scopeIdField).filter(name => isMissing(inputs.lookup.get(name)));
  const required = memory.additional_variables
    .filter(variable => variable.required === true && isMissing(readVariable(flat, variable.name)))
    .map(variable => variable.name);
  const needed = neededNames(memory.retrieval.pipeline).filter(
    name => readIntent(inputs.intent, name) === undefined && isMissing(readVariable(flat, name)),
  );
  return [...new Set([...ids, ...required, ...needed])];
}

/** Names that the steps ask for and no earlier step makes. */
function neededNames(pipeline: readonly Step[]): string[] {
  return pipeline.flatMap((step, index) => {
    const earlier = pipeline.slice(0, index).map(stepAlias);
    return [...templateNames(step.params), ...impliedNames(step)].filter(name => !earlier.includes(name));
  });
}

/** What a step reads from the intent without saying so in a template. */
function impliedNames(step: Step): string[] {
  const params = step.params ?? {};
  if (step.type === 'document_search')
    return params.query === undefined || params.query === '' ? ['query'] : [];
  if (step.type !== 'derive_query') return [];
  const from = params.from ?? 'query';
  return from === 'keywords' || from === 'action' || from === 'query' ? [from] : [];
}
