import { useMemo } from 'react';
import { shallow } from 'zustand/shallow';
import type { Sample } from '../../../shared/model/sample.ts';
import { selectMemories, useDocuments } from '../documents.ts';
import { type PreviewState, usePreview } from '../preview.ts';
import { useSettled } from '../use-settled.ts';
import { useWorkspace, type Workspace } from '../workspace.ts';
import { type Budget, type BudgetSource, budgetOf } from './budget-of.ts';

const selectSampleId = (state: Workspace) => state.sampleId;
const selectResult = (state: PreviewState) => state.result;
const selectLimit = (state: PreviewState) => state.limitOverride;

/** The current sample as it is being edited. */
export function useSample(): Sample | undefined {
  const sampleId = useWorkspace(selectSampleId);
  return useDocuments(state => (sampleId === undefined ? undefined : state.working.samples[sampleId]));
}

/** The budget of the preview, once there is time to compute it; undefined until there is one. */
export function useBudget(): Budget | undefined {
  const request = useSample()?.request;
  const memories = useSettled(useDocuments, selectMemories);
  const result = useSettled(usePreview, selectResult);
  const limitOverride = usePreview(selectLimit);
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
