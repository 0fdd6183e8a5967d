import { instantMs } from '../../../shared/model/instant.ts';
import type { LedgerDecision, LedgerRecord, StatusChange } from '../../../shared/model/ledger.ts';
import type { DecisionStatus } from '../../../shared/model/ledger-words.ts';

/** What becomes of a decision, by whom and why. */
export interface StatusStep {
  readonly at: string;
  readonly status: DecisionStatus;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
}

/**
 * A decision with another status. Who overrode it and why stands in it as long as it is overridden; what was
 * before is the history's to keep.
 */
export function withStatus(decision: LedgerDecision, { at, status, by, reason }: StatusStep): LedgerDecision {
  const { overridden_by: _by, override_reason: _reason, ...rest } = decision;
  const changed = { ...rest, status, status_changed_at: at };
  if (status !== 'overridden') return changed;
  return { ...changed, overridden_by: by ?? '', override_reason: reason ?? '' };
}

/** The life of a decision as far as its record tells it, oldest first: for what happened before Weft kept it. */
export function historyOf(decision: LedgerDecision): StatusChange[] {
  const { timestamp, agent_id, status, status_changed_at, overridden_by, override_reason } = decision;
  const wasNew = status === 'provisional' && (status_changed_at || timestamp) === timestamp;
  const created = step(timestamp, wasNew ? 'provisional' : 'active', agent_id);
  const isUnchanged = status === created.status && (status_changed_at || timestamp) === timestamp;
  if (isUnchanged) return [created];
  return [created, step(status_changed_at || timestamp, status, overridden_by, override_reason)];
}

/** When something last became of a record. */
export function lastChangeOf(record: LedgerRecord): string {
  if (record.kind === 'decision') return record.decision.status_changed_at || record.decision.timestamp;
  return record.entry.resolved_at || record.entry.timestamp;
}

/**
 * When something becomes of a record now: never before what it was, or files that still have it as it was would count as
 * newer. A clock may have been set back, or that of another clone may be ahead.
 */
export function nextChangeOf(record: LedgerRecord, now: string): string {
  const lastMs = instantMs(lastChangeOf(record)) ?? 0;
  return (instantMs(now) ?? 0) >= lastMs ? now : new Date(lastMs + 1).toISOString();
}

/** A step without what nobody said. */
export function step(
  at: string,
  status: DecisionStatus,
  by?: string | null,
  reason?: string | null,
): StatusChange {
  return {
    at,
    status,
    ...(by !== undefined && by !== null && by !== '' && { by }),
    ...(reason !== undefined && reason !== null && reason !== '' && { reason }),
  };
}
