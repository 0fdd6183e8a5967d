import type { PersistentMemory, Step } from '../../../shared/model/memory.ts';
import { placeSteps } from '../../../shared/pipeline/nested-steps.ts';
import { templateNames } from '../../../shared/pipeline/template-names.ts';
import { valueKey } from './element-value.ts';
import { type PipelineInputs, readGiven, withDefaults } from './pipeline-inputs.ts';

/** What of a request a memory's pipeline may read, found once for each definition. */
interface Reading {
  readonly definition: string;
  /** Names in its templates. */
  readonly names: readonly string[];
  readonly intent: boolean;
  readonly allVariables: boolean;
}

/**
 * Handlers may give something else each time, `annotate` writes the time down, packages and patterns age, and saved
 * state lies in files.
 */
const neverRemembered: ReadonlySet<Step['type']> = new Set([
  'handler',
  'annotate',
  'context_packages',
  'error_patterns',
  'session_state',
]);

/** Steps that read the intent without a template. */
const readsIntent: ReadonlySet<Step['type']> = new Set([
  'document_search',
  'vector_search',
  'conversation_search',
  'derive_query',
  'rewrite_query',
  'conditional',
  'early_exit',
]);

// Definitions are kept as long as they do not change, and are never written onto.
const readings = new WeakMap<PersistentMemory, Reading | 'unremembered'>();

/**
 * One text per definition and everything it reads of a request, so that equal keys give equal results while the stores
 * stay as they are; undefined for pipelines whose result depends on more than that.
 */
export function pipelineKey(memory: PersistentMemory, inputs: PipelineInputs): string | undefined {
  const reading = readings.get(memory) ?? readingOf(memory);
  readings.set(memory, reading);
  if (reading === 'unremembered') return undefined;
  const given = withDefaults(memory, inputs);
  const values = reading.names.map(name => valueKey(readGiven(given, name)));
  const { query, action } = inputs.intent;
  return JSON.stringify([
    reading.definition,
    values,
    reading.intent ? [query, action] : [],
    reading.allVariables ? [...given.flat].map(([name, value]) => [name, valueKey(value)]) : [],
  ]);
}

function readingOf(memory: PersistentMemory): Reading | 'unremembered' {
  const { pipeline } = memory.retrieval;
  const steps = placeSteps(pipeline).map(({ step }) => step);
  if (steps.some(({ type }) => neverRemembered.has(type))) return 'unremembered';
  return {
    definition: JSON.stringify([memory.id, pipeline]),
    names: templateNames(pipeline),
    intent: steps.some(({ type }) => readsIntent.has(type)),
    allVariables: steps.some(({ type, params }) => type === 'derive_query' && params?.from === 'context'),
  };
}
