import { useMemo } from 'react';
import { shallow } from 'zustand/shallow';
import { selectMemories, useDocuments } from '../documents.ts';
import { type PreviewState, selectLimitOverride, usePreview } from '../preview.ts';
import { useCurrentSample } from '../use-current-sample.ts';
import { useSettled } from '../use-settled.ts';
import { type Budget, type BudgetSource, budgetOf } from './budget-of.ts';

const selectResult = (state: PreviewState) => state.result;

/** The budget of the preview, once there is time to compute it; undefined until there is one. */
export function useBudget(): Budget | undefined {
  const request = useCurrentSample()?.request;
  const memories = useSettled(useDocuments, selectMemories);
  const result = useSettled(usePreview, selectResult);
  const limitOverride = usePreview(selectLimitOverride);
  return useMemo(
    () => (request && result ? budgetOnce({ request, limitOverride, result, memories }) : undefined),
    [request, limitOverride, result, memories],
  );
}

const known: { last?: { readonly source: BudgetSource; readonly budget: Budget } } = {};

/** Computed once for all who show it. */
function budgetOnce(source: BudgetSource): Budget {
  const { last } = known;
  if (last && shallow(last.source, source)) return last.budget;
  const budget = budgetOf(source);
  known.last = { source, budget };
  return budget;
}
