import { isMissing } from '../../../shared/model/json.ts';
import type { Giver } from '../../../shared/model/origin.ts';
import { templateNames } from '../../../shared/pipeline/template-names.ts';
import { isDefault, type PipelineInputs, readGiven } from './pipeline-inputs.ts';
import { resultElements, type StepResult } from './step-result.ts';
import { type Lineage, leastTrusted, lower } from './trust.ts';

/** How far what a request gives is believed. */
export const lineageOfGiver: Readonly<Record<Giver, Lineage>> = {
  user: { trust: 'user' },
  agent: { trust: 'agent' },
};

/**
 * The least of all that templates of a value name, results and what an agent gave, whose texts become part of it;
 * undefined where they name nothing of the kind. What a user gives is believed most and lowers nothing.
 */
export function namedLineage(
  value: unknown,
  inputs: PipelineInputs,
  results: ReadonlyMap<string, StepResult>,
): Lineage | undefined {
  if (results.size === 0 && inputs.intent.giver === 'user') return undefined;
  if (typeof value === 'string' && !value.includes('${')) return undefined;
  return templateNames(value).reduce<Lineage | undefined>((least, name) => {
    const result = results.get(name);
    const named = result === undefined ? givenLineage(inputs, name) : lineageOfResult(result);
    return least === undefined || named === undefined ? (least ?? named) : lower(least, named);
  }, undefined);
}

function givenLineage(inputs: PipelineInputs, name: string): Lineage | undefined {
  const { giver } = inputs.intent;
  if (giver === 'user' || isMissing(readGiven(inputs, name)) || isDefault(inputs, name)) return undefined;
  return lineageOfGiver[giver];
}

function lineageOfResult(result: StepResult): Lineage | undefined {
  const elements = resultElements(result);
  return elements.length === 0 ? undefined : leastTrusted(elements);
}
