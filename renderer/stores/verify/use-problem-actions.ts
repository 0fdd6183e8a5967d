import { FlaskConical } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../texts/texts.ts';
import type { Analysis } from '../../worker/protocol.ts';
import { useAnalysis } from '../analysis.ts';
import { type DocumentsState, edit, useDocuments } from '../documents.ts';
import type { StudioProblem } from '../problems.ts';
import { quickFixes } from './quick-fixes.ts';
import { tryWitness } from './try-request.ts';

const selectVariables = (state: Analysis) => state.possibleVariables;
const selectWorking = (state: DocumentsState) => state.working;

/** What one press can do about a problem: all that mends it in one undoable step, and a request that shows it. */
export function useProblemActions() {
  const variables = useAnalysis(selectVariables);
  const working = useDocuments(selectWorking);
  return useMemo(() => {
    const types = new Map(variables.map(({ name, type }) => [name, type]));
    return (problem: StudioProblem) => [
      ...quickFixes(problem, working, types).map(({ label, recipe }) => ({
        label,
        onPress: () => edit(label.toLowerCase(), recipe),
      })),
      ...(problem.witness
        ? [{ label: t('Try the witness'), icon: FlaskConical, onPress: () => tryWitness(problem) }]
        : []),
    ];
  }, [variables, working]);
}
