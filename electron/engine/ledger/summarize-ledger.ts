import type { LedgerSummary } from '../../../shared/model/ledger.ts';
import type { EntryType } from '../../../shared/model/ledger-words.ts';
import type { LedgerIndex } from './ledger-index.ts';

const dayMs = 86_400_000;

/** Counts what is in force and open in a scope, and tells of the last day in the source's sentence. */
export function summarizeLedger(index: LedgerIndex, scope: string, nowMs: number): LedgerSummary {
  const decisions = index.decisionsIn(scope);
  const entries = index.entriesIn(scope);
  const withStatus = (wanted: string) => decisions.filter(({ status }) => status === wanted).length;
  const open = (wanted: EntryType) =>
    entries.filter(entry => entry.type === wanted && !index.isResolved(entry)).length;
  const isRecent = ({ atMs }: { readonly atMs: number }) => atMs >= nowMs - dayMs;
  const recent = (wanted: EntryType) =>
    entries.filter(entry => entry.type === wanted && isRecent(entry)).length;
  const made = counted(decisions.filter(isRecent).length, 'decision');
  const posted = counted(recent('finding'), 'finding');
  const raised = counted(recent('warning'), 'warning');
  return {
    scope,
    active_decisions: withStatus('active'),
    provisional_decisions: withStatus('provisional'),
    open_needs: open('need'),
    active_warnings: open('warning'),
    unanswered_questions: open('question'),
    recent_activity_summary: `In the last 24 hours: ${made} made, ${posted} posted, ${raised} raised.`,
  };
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
