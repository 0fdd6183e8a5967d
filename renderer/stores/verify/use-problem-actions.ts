import { FlaskConical } from 'lucide-react';
import { useMemo } from 'react';
import { t } from '../../texts/texts.ts';
import type { Analysis } from '../../worker/protocol.ts';
import { useAnalysis } from '../analysis.ts';
import { deleteNamed } from '../deletion.ts';
import { edit, selectWorking, useDocuments } from '../documents.ts';
import { findRule } from '../history.ts';
import { offerUndo } from '../offer-undo.ts';
import type { StudioProblem } from '../problems.ts';
import { type QuickFix, quickFixes } from './quick-fixes.ts';
import { stepName } from './step-name.ts';
import { tryWitness } from './try-request.ts';

const selectVariables = (state: Analysis) => state.possibleVariables;

/** What one press can do about a problem: all that mends it in one undoable step, and a request that shows it. */
export function useProblemActions() {
  const variables = useAnalysis(selectVariables);
  const working = useDocuments(selectWorking);
  return useMemo(() => {
    const types = new Map(variables.map(({ name, type }) => [name, type]));
    return (problem: StudioProblem) => [
      ...quickFixes(problem, working, types).map(fix => ({ label: fix.label, onPress: () => apply(fix) })),
      ...(problem.witness
        ? [{ label: t('Try the witness'), icon: FlaskConical, onPress: () => tryWitness(problem) }]
        : []),
    ];
  }, [variables, working]);
}

function apply({ label, recipe, deletes }: QuickFix): void {
  const act = () => edit(stepName(label), recipe);
  if (deletes === undefined) {
    act();
    return;
  }
  const { engineId, ruleId } = deletes;
  const name = `“${findRule(useDocuments.getState().working, deletes)?.name ?? ruleId}”`;
  deleteNamed({ kind: 'rules', engineId, ruleIds: [ruleId] }, name, () =>
    offerUndo(t('Deleted {name}.', { name }), act),
  );
}
