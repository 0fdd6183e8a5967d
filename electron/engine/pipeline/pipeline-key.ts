import type { PersistentMemory } from '../../../shared/model/memory.ts';
import { impliedNames } from '../../../shared/pipeline/needed-names.ts';
import { placeSteps } from '../../../shared/pipeline/nested-steps.ts';
import { templateNames } from '../../../shared/pipeline/template-names.ts';
import type { StepRead } from './define-step.ts';
import { valueKey } from './element-value.ts';
import { type PipelineInputs, readGiven, withDefaults } from './pipeline-inputs.ts';
import { stepRuns } from './step-runs.ts';
import { hasVersion } from './versioned-stores.ts';

/** What of a request a memory's pipeline may read, found once for each definition. */
interface Reading {
  readonly definition: string;
  /** Names in its templates, those that stand in for absent parameters included. */
  readonly names: readonly string[];
  readonly intent: boolean;
  readonly allVariables: boolean;
  /** Any of these. */
  readonly isAsking: boolean;
}

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
  const { query, action, giver } = inputs.intent;
  return JSON.stringify([
    reading.definition,
    values,
    reading.intent ? [query, action] : [],
    reading.allVariables ? [...given.flat].map(([name, value]) => [name, valueKey(value)]) : [],
    // Texts made of what an agent gives are believed less, and a default is not what it gives.
    reading.isAsking && giver === 'agent' ? [giver, ...(given.defaults ?? [])] : [],
  ]);
}

function readingOf(memory: PersistentMemory): Reading | 'unremembered' {
  const { pipeline } = memory.retrieval;
  const steps = placeSteps(pipeline).map(({ step }) => step);
  const reads = new Set(
    steps.flatMap(({ type, params = {} }) => stepRuns[type].readsOf?.(params) ?? stepRuns[type].reads),
  );
  if (![...reads].every(read => inKey(read) || hasVersion(read))) return 'unremembered';
  const names = [
    ...new Set([...templateNames(pipeline), ...steps.flatMap(step => impliedNames(step, false))]),
  ];
  const [intent, allVariables] = [reads.has('intent'), reads.has('variables')];
  return {
    definition: JSON.stringify([memory.id, pipeline, memory.origin]),
    names,
    intent,
    allVariables,
    isAsking: names.length > 0 || intent || allVariables,
  };
}

/** What a request gives is part of the key. */
const inKey = (read: StepRead): read is 'intent' | 'variables' => read === 'intent' || read === 'variables';
