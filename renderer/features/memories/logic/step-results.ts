import type { Output } from '../../../../shared/contract/contract.ts';
import type { StepTrace } from '../../../../shared/model/assembled-context.ts';
import { chars4 } from '../../../../shared/model/chars4.ts';
import type { Element } from '../../../../shared/model/element.ts';
import type { Step } from '../../../../shared/model/memory.ts';
import { stepAlias } from '../../../../shared/pipeline/nested-steps.ts';
import { elementsRead } from './step-summary.ts';

/** What one step returned in the last run. */
export interface StepOutcome {
  readonly trace: StepTrace;
  readonly elements?: readonly Element[] | undefined;
  readonly text?: string | undefined;
  /** How many elements it read. */
  readonly read?: number | undefined;
}

/** Outcomes by position; a step that did not run has none. */
export function stepOutcomes(
  pipeline: readonly Step[],
  output: Output<'memories.execute'> | undefined,
): (StepOutcome | undefined)[] {
  if (!output) return pipeline.map(() => undefined);
  const traces = output.call.steps;
  const read = elementsRead(pipeline, traces);
  const aliases = pipeline.map(stepAlias);
  return pipeline.map((step, index) => {
    const place = placeOfTrace(traces, aliases, index);
    return outcomeAt(output, place, step, read[place]);
  });
}

/** What the step of a branch returned; by the alias that it has where it stands. */
export type BranchOutcomes = (alias: string, step: Step) => StepOutcome | undefined;

/** Outcomes of steps in branches; one that did not run, or was of another type then, has none. */
export function branchOutcomes(
  pipeline: readonly Step[],
  output: Output<'memories.execute'> | undefined,
): BranchOutcomes {
  if (!output) return () => undefined;
  const traces = output.call.steps;
  const read = elementsRead(pipeline, traces);
  return (alias, step) => {
    const place = traces.findIndex(trace => trace.alias === alias);
    return outcomeAt(output, place, step, read[place]);
  };
}

function outcomeAt(
  output: Output<'memories.execute'>,
  place: number,
  step: Step,
  read: number | undefined,
): StepOutcome | undefined {
  const trace = output.call.steps[place];
  // While a new run is on its way the old traces may belong to other steps.
  if (!trace || trace.type !== step.type) return undefined;
  const result = output.step_results.find(entry => entry.alias === trace.alias);
  return { trace, elements: result?.elements, text: result?.text, read };
}

/** By alias, since the steps of branches stand in between; by place while the alias is being changed. */
function placeOfTrace(traces: readonly StepTrace[], aliases: readonly string[], index: number): number {
  const place = traces.findIndex(trace => trace.alias === aliases[index]);
  if (place >= 0) return place;
  return aliases.includes(traces[index]?.alias ?? '') ? -1 : index;
}

/** Fields that the elements a step reads have, for the proposals of its `field` boxes; scalars only. */
export function fieldsOfElements(elements: readonly Element[] | undefined): string[] {
  const fields = new Set<string>();
  for (const element of elements ?? [])
    for (const [name, value] of Object.entries(element))
      if (name !== 'counts' && (typeof value !== 'object' || Array.isArray(value))) fields.add(name);
  return [...fields];
}

/** Tokens of an element: its stored exact count where there is one, else characters over four. */
export function elementTokens(element: Element, estimator: string): number {
  return element.counts?.[estimator] ?? chars4(element.content);
}
