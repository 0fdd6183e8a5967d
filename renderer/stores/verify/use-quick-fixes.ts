import { useMemo } from 'react';
import type { Analysis } from '../../worker/protocol.ts';
import { useAnalysis } from '../analysis.ts';
import { type DocumentsState, useDocuments } from '../documents.ts';
import type { StudioProblem } from '../problems.ts';
import { type QuickFix, quickFixes } from './quick-fixes.ts';

const selectVariables = (state: Analysis) => state.possibleVariables;
const selectWorking = (state: DocumentsState) => state.working;

/** What one press can do about a problem, in the documents as they are now. */
export function useQuickFixes(): (problem: StudioProblem) => readonly QuickFix[] {
  const variables = useAnalysis(selectVariables);
  const working = useDocuments(selectWorking);
  return useMemo(() => {
    const types = new Map(variables.map(({ name, type }) => [name, type]));
    return problem => quickFixes(problem, working, types);
  }, [variables, working]);
}
