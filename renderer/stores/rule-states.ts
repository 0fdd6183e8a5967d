import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { ContextRule } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import type { createRuleStates, RuleState } from '../worker/rule-states.ts';
import { type DocumentsState, useDocuments } from './documents.ts';
import type { EvaluationResults } from './evaluation-results.ts';
import { useEvaluations } from './evaluations.ts';
import { useSettled } from './use-settled.ts';

export type { RuleState };

/** What asks conditions comes with the first rule that is asked about; until then only what fires is known. */
const useStates = create<{ readonly ask?: ReturnType<typeof createRuleStates> }>()(() => ({}));
const loading: { part?: Promise<void> } = {};

function load(): void {
  loading.part ??= import('../worker/rule-states.ts').then(
    ({ createRuleStates: make }) => useStates.setState({ ask: make() }),
    () => undefined, // that it does not fire is known all the same
  );
}

const selectSampleIds = (state: EvaluationResults) => state.sampleIds;
const selectSamples = (state: DocumentsState) => state.working.samples;

/** How a rule ends in every sample, in the order of `sampleIds`, once edits have settled; undefined until it is known. */
export function useRuleStates(engineId: string, ruleId: string): readonly RuleState[] | undefined {
  useEffect(load, []);
  const ask = useStates(state => state.ask);
  const select = useCallback(
    (state: DocumentsState) => state.working.engines[engineId]?.rules.find(({ id }) => id === ruleId),
    [engineId, ruleId],
  );
  const rule: ContextRule | undefined = useSettled(useDocuments, select);
  const samples = useSamplesInOrder();
  return useMemo(() => rule && ask?.(rule, samples), [ask, rule, samples]);
}

const ordered = new WeakMap<
  readonly string[],
  { readonly of: object; readonly samples: readonly Sample[] }
>();

/** One list for all who ask. */
function useSamplesInOrder(): readonly Sample[] {
  const ids = useSettled(useEvaluations, selectSampleIds);
  const all = useSettled(useDocuments, selectSamples);
  return useMemo(() => {
    const known = ordered.get(ids);
    if (known?.of === all) return known.samples;
    const samples = ids.flatMap(id => all[id] ?? []);
    ordered.set(ids, { of: all, samples });
    return samples;
  }, [ids, all]);
}
