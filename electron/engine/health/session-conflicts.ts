import { groupBy } from '../../../shared/lists.ts';
import type { SessionConflict, SessionDecision } from '../../../shared/model/health.ts';
import { findConflicts } from '../ledger/find-conflicts.ts';
import { type DecisionItem, toItem } from '../ledger/ledger-item.ts';

/** A decision with the session that made it. */
export interface MadeDecision {
  readonly session_id: string;
  readonly decision: SessionDecision;
}

/** Conflicts as a session is told of them: its own first, then those that other sessions have among themselves. */
export type ConflictsFor = (
  sessionId: string | undefined,
  own: readonly SessionDecision[],
) => SessionConflict[];

/**
 * Decisions of different sessions that contradict each other, by the ledger's rule: they are told, never
 * settled. A decision without domain cannot be compared.
 */
export function sessionConflicts(saved: readonly MadeDecision[]): ConflictsFor {
  const compared = saved.flatMap((made, place) => withItem(made, String(place)));
  const among = [...groupBy(compared, ({ item }) => item.domain).values()].flatMap(conflictsAmong);
  return (sessionId, own) => {
    const ofOwn = own.flatMap(decision =>
      withItem({ session_id: sessionId ?? '', decision }, 'own').flatMap(made =>
        conflictsWith(made, compared),
      ),
    );
    const ofOthers = among.filter(one => one.session_id !== sessionId && one.other_session_id !== sessionId);
    return unrepeated([...ofOwn, ...ofOthers]);
  };
}

/** Those of one domain, each with the ones before it; of very many the newest. */
function conflictsAmong(decisions: readonly ComparedDecision[]): SessionConflict[] {
  const newest = decisions.slice(-mostCompared);
  return newest.flatMap((made, place) => conflictsWith(made, newest.slice(0, place)));
}

const mostCompared = 200;

/** A conflict in words; which decision is the session's own needs no name. */
export function conflictWords(
  { summary, session_id, other_summary, other_session_id }: SessionConflict,
  sessionId: string | undefined,
): string {
  const of = (id: string) => ` of session ${id}`;
  return `"${summary}"${session_id === sessionId ? '' : of(session_id)} contradicts "${other_summary}"${of(other_session_id)}`;
}

interface ComparedDecision extends MadeDecision {
  readonly item: DecisionItem;
}

const withItem = (made: MadeDecision, id: string): ComparedDecision[] =>
  comparable(id, made.decision).map(item => ({ ...made, item }));

/** What of other sessions a decision contradicts. */
function conflictsWith(
  { session_id, item }: ComparedDecision,
  earlier: readonly ComparedDecision[],
): SessionConflict[] {
  const others = earlier.filter(one => one.session_id !== session_id);
  const sessions = new Map(others.map(one => [one.item.id, one.session_id]));
  return findConflicts(
    item,
    others.map(one => one.item),
  ).map(({ older }) => ({
    summary: item.summary,
    session_id,
    other_summary: older.summary,
    other_session_id: sessions.get(older.id) ?? '',
    domain: item.domain,
  }));
}

/** A decision may be saved more than once. */
function unrepeated(conflicts: readonly SessionConflict[]): SessionConflict[] {
  return [...new Map(conflicts.map(one => [JSON.stringify(one), one])).values()].slice(0, mostConflicts);
}

/** Whoever has more of them needs no more to be told. */
const mostConflicts = 200;

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
