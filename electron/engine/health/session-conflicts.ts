import type { SessionConflict, SessionDecision } from '../../../shared/model/health.ts';
import { findConflicts } from '../ledger/find-conflicts.ts';
import { type DecisionItem, toItem } from '../ledger/ledger-item.ts';

/** A decision with the session that made it. */
export interface MadeDecision {
  readonly session_id: string;
  readonly decision: SessionDecision;
}

/**
 * Decisions of a session that contradict those of other sessions, by the ledger's rule (K5, L3): they are told, never
 * settled. A decision without domain cannot be compared.
 */
export function sessionConflicts(
  sessionId: string,
  own: readonly SessionDecision[],
  all: readonly MadeDecision[],
): SessionConflict[] {
  const others = all.filter(({ session_id }) => session_id !== sessionId);
  const items = others.flatMap(({ decision }, index) => comparable(String(index), decision));
  return own.flatMap(decision =>
    comparable('own', decision).flatMap(item =>
      findConflicts(item, items).map(({ older }) => ({
        summary: item.summary,
        session_id: sessionId,
        other_summary: older.summary,
        other_session_id: others[Number(older.id)]?.session_id ?? '',
        domain: item.domain,
      })),
    ),
  );
}

function comparable(id: string, decision: SessionDecision): DecisionItem[] {
  if (typeof decision === 'string' || decision.domain === undefined) return [];
  const { scope = 'project', ...rest } = decision;
  const item = toItem({
    kind: 'decision',
    decision: { ...rest, id, scope, timestamp: noTime, confidence: 'medium', status: 'active' },
  });
  return item.kind === 'decision' ? [item] : [];
}

/** The rule does not look at times. */
const noTime = '1970-01-01T00:00:00Z';
