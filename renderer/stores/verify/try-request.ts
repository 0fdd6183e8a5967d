import { isJsonEqual, isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import type { Sample } from '../../../shared/model/sample.ts';
import { t } from '../../texts/texts.ts';
import { edit, useDocuments } from '../documents.ts';
import { freeIdFromName } from '../free-id.ts';
import type { StudioProblem } from '../problems.ts';
import { ruleOfEngine } from '../rules-of-engine.ts';
import { setSample, showRule } from '../workspace.ts';

/** Opens the witness of a problem as a sample, one undoable step, and goes to the rule it is about. */
export function tryWitness({ witness, rules, message }: StudioProblem): void {
  if (!witness) return;
  const { engines } = useDocuments.getState().working;
  const names = (rules ?? []).flatMap(
    ({ engine_id, rule_id }) => ruleOfEngine(engines[engine_id], rule_id)?.name ?? [],
  );
  openSample(
    t('witness of {names}', { names: names.join(t(' and ')) })
      .slice(0, 200)
      .trim(),
    message,
    witness,
  );
  const [first] = rules ?? [];
  if (first) showRule(first.engine_id, first.rule_id);
}

/** Selects the sample with this name and request, or makes it as one undoable step. */
export function openSample(name: string, description: string, request: JsonObject): void {
  const { samples } = useDocuments.getState().working;
  const same = Object.values(samples).find(
    sample => sample.name === name && isJsonEqual(sample.request, request),
  );
  const id = same?.id ?? freeIdFromName(name, 'sample', Object.keys(samples));
  if (!same) {
    const sample: Sample = { id, name, description, request };
    edit(t('add sample {name}', { name }), draft => {
      draft.samples[id] = sample;
    });
  }
  setSample(id);
}

const tried = ['scope_variables', 'additional_variables', 'input'] as const;

/** A request with what another asks with; its limits and all else stay. */
export function withVariablesOf(before: JsonObject, request: JsonObject): JsonObject {
  const kept = { ...before };
  for (const key of tried) {
    if (Object.hasOwn(request, key) && !isJsonEqual(before[key], request[key])) kept[key] = request[key];
    else if (!Object.hasOwn(request, key) && isJsonObject(before[key])) delete kept[key];
  }
  return kept;
}
