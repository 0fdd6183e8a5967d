import { useMemo } from 'react';
import { useSample } from '../../../stores/budget/use-budget.ts';
import { type DocumentsState, useDocuments } from '../../../stores/documents.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { type RuleGroups, ruleGroups } from './rule-rows.ts';

const selectEngines = (state: DocumentsState) => state.working.engines;

/** All rules of all engines in the current sample, live (spec 40, Live). */
export function useRuleGroups(): RuleGroups {
  const engines = useDocuments(selectEngines);
  const outcomes = useEvaluations(state => state.engines);
  const request = useSample()?.request;
  return useMemo(
    () => ruleGroups(engines, outcomes, chosenEngines(request?.rule_engine_ids)),
    [engines, outcomes, request],
  );
}

function chosenEngines(ids: unknown): readonly string[] | undefined {
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : undefined;
}
