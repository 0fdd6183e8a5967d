import { create } from 'zustand';
import { askOnceSettled } from './ask-once-settled.ts';
import { useDocuments } from './documents.ts';
import type { BudgetFindings } from './measure-budgets.ts';
import { onOtherProject } from './other-project.ts';
import { firstPreview } from './preview.ts';
import { followStored } from './stored-news.ts';
import { useWorkspace } from './workspace.ts';

const nothing: BudgetFindings = { problems: [], verdicts: {} };

/** What is said about budgets: it needs the tokens that memories bring, so the host measures it. */
export const useBudgetFindings = create<BudgetFindings>()(() => nothing);

/** Longer than a pause in typing: pipelines run for it, those that an edit did not touch from memory. */
const settlingTimes = { pauseMs: 1200, mostMs: 5000 };

/** Starts following edits and the current sample; returns how to stop. */
export function followBudgetFindings(): () => void {
  const state = { isOver: false };
  const budgets = askOnceSettled({
    ...settlingTimes,
    async ask() {
      // It is a while after the first look at a project, so what measures comes later.
      const { measureBudgets } = await import('./measure-budgets.ts');
      // Where nothing can be measured, whatever is wrong is told by who else looks at it.
      return measureBudgets(useDocuments.getState(), useWorkspace.getState().sampleId).catch(() => nothing);
    },
    take: findings => useBudgetFindings.setState(findings),
  });
  const start = budgets.later;
  const stops = [
    useDocuments.subscribe(
      (now, before) => (now.working !== before.working || now.saved !== before.saved) && start(),
    ),
    followStored(start).stop,
    onOtherProject(() => {
      budgets.forget();
      useBudgetFindings.setState(nothing);
    }),
    useWorkspace.subscribe((now, before) => now.sampleId !== before.sampleId && start()),
  ];
  void firstPreview().then(() => !state.isOver && start());
  return () => {
    state.isOver = true;
    budgets.forget();
    for (const stop of stops) stop();
    useBudgetFindings.setState(nothing);
  };
}
