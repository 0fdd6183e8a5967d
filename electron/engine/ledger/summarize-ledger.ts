import type { LedgerSummary } from '../../../shared/model/ledger.ts';
import type { EntryType } from '../../../shared/model/ledger-words.ts';
import type { LedgerIndex } from './ledger-index.ts';

const dayMs = 86_400_000;

/** Counts what is in force and open in a scope, and tells of the last day in the source's sentence; stops after each. */
export function* summarizeLedger(
  index: LedgerIndex,
  scope: string,
  nowMs: number,
): Generator<void, LedgerSummary> {
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const isRecent = ({ atMs }: { readonly atMs: number }) => atMs >= nowMs - dayMs && atMs <= nowMs;
  for (const decision of index.decisionsIn(scope)) {
    count(decision.status);
    if (isRecent(decision)) count('made');
    yield;
  }
  for (const entry of index.entriesIn(scope)) {
    if (!index.isResolved(entry)) count(`open ${entry.type}`);
    if (isRecent(entry)) count(`recent ${entry.type}`);
    yield;
  }
  const open = (type: EntryType) => counts.get(`open ${type}`) ?? 0;
  const recent = (type: EntryType) => counts.get(`recent ${type}`) ?? 0;
  const made = counted(counts.get('made') ?? 0, 'decision');
  const posted = counted(recent('finding'), 'finding');
  const raised = counted(recent('warning'), 'warning');
  return {
    scope,
    active_decisions: counts.get('active') ?? 0,
    provisional_decisions: counts.get('provisional') ?? 0,
    open_needs: open('need'),
    active_warnings: open('warning'),
    unanswered_questions: open('question'),
    recent_activity_summary: `In the last 24 hours: ${made} made, ${posted} posted, ${raised} raised.`,
  };
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
