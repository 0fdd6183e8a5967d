import { useCallback, useEffect, useState } from 'react';
import type { RuleState } from '../worker/protocol.ts';
import { useRuleStatesAsker } from './analysis.ts';
import { type DocumentsState, selectSamples, useDocuments } from './documents.ts';
import { selectSampleIds } from './evaluation-results.ts';
import { useEvaluations } from './evaluations.ts';
import { findRule } from './history.ts';
import { useSettled } from './use-settled.ts';

export type { RuleState };

/** How a rule ends in every sample, in the order of `sampleIds`, once edits have settled; undefined until it is known. */
export function useRuleStates(engineId: string, ruleId: string): readonly RuleState[] | undefined {
  const ask = useRuleStatesAsker();
  const selectRule = useCallback(
    (state: DocumentsState) => findRule(state.working, { engineId, ruleId }),
    [engineId, ruleId],
  );
  const rule = useSettled(useDocuments, selectRule);
  const samples = useSettled(useDocuments, selectSamples);
  const sampleIds = useSettled(useEvaluations, selectSampleIds);
  const [states, setStates] = useState<readonly RuleState[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the worker is asked again when what it reads is another.
  useEffect(() => {
    const waits = { on: true };
    void ask?.({ engineId, ruleId, sampleIds }).then(told => waits.on && setStates(told ?? undefined));
    return () => {
      waits.on = false;
    };
  }, [ask, engineId, ruleId, rule, samples, sampleIds]);
  return states;
}
