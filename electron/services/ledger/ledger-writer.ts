import type { LedgerDecision, LedgerEntry, StatusChange } from '../../../shared/model/ledger.ts';
import { trusts } from '../../../shared/model/origin.ts';
import { createSerialQueue, type SerialQueue } from '../../../shared/serial-queue.ts';
import {
  historyOf,
  nextChangeOf,
  type StatusStep,
  step,
  withStatus,
} from '../../engine/ledger/status-history.ts';
import type { ReadableDatabase, WritableDatabase } from '../../storage/database/sqlite.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { indexRowOf } from '../../storage/ledger/index-row.ts';
import { getRecord, type LedgerTrust, putRecords } from '../../storage/ledger/record-table.ts';
import { addStatusChange, statusChanges } from '../../storage/ledger/status-table.ts';
import { unknownId } from '../../storage/unknown-id.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { embedLedger } from './embed-ledger.ts';
import { keepLedger } from './ledger-source.ts';

/** Who acts, when, and how far it may be trusted. */
export interface LedgerActor {
  readonly agent: string;
  readonly at: string;
  readonly trust: LedgerTrust;
}

export function actorOf(
  { caller, world }: Needs<'caller' | 'world'>,
  agent: string | undefined,
): LedgerActor {
  const isAgent = caller.door === 'mcp';
  return {
    agent: agent ?? (isAgent ? 'agent' : 'user'),
    at: world.clock.nowIso(),
    trust: isAgent ? 'agent' : 'user',
  };
}

const writing: PartKind<SerialQueue> = { make: createSerialQueue };

/** Looks and writes without another writer in between: two decisions at once must see each other. */
export function oneAtATime<Result>({ parts }: OpenProject, work: () => Promise<Result>): Promise<Result> {
  return parts.of(writing)(work);
}

/** Tells that the ledger was written, and lets what is new be embedded. */
export function publishLedger(
  project: OpenProject,
  needs: Needs<'world' | 'logger' | 'publish' | 'stays'>,
): void {
  needs.publish({ event: 'project:changed', what: 'ledger' });
  keepInBackground(project, needs);
  embedLedger(project, needs);
}

/** Nobody waits for it: what is not kept is read again by whoever opens the ledger. */
function keepInBackground({ content }: OpenProject, { stays, logger }: Needs<'logger' | 'stays'>): void {
  // A command that asks once and goes would read all of a ledger for one record.
  if (!stays) return;
  keepLedger(content).catch(error =>
    logger.info("the ledger's index is not kept for now", { error: String(error) }),
  );
}

export function requireDecision(database: ReadableDatabase, id: string): LedgerDecision {
  const stored = getRecord(database, { kind: 'decision', id });
  if (stored?.record.kind === 'decision') return stored.record.decision;
  throw unknownId(database, 'decision', id);
}

export function requireEntry(database: ReadableDatabase, id: string): LedgerEntry {
  const stored = getRecord(database, { kind: 'entry', id });
  if (stored?.record.kind === 'entry') return stored.record.entry;
  throw unknownId(database, 'entry', id);
}

/** Changes a decision's status and notes it in its history. */
export function changeStatus(
  database: WritableDatabase,
  decision: LedgerDecision,
  told: StatusStep,
): LedgerDecision {
  const change = { ...told, at: nextChangeOf({ kind: 'decision', decision }, told.at) };
  const changed = withStatus(decision, change);
  const stored = getRecord(database, { kind: 'decision', id: decision.id });
  const indexRow = stored?.indexRow === undefined ? undefined : indexRowOf(changed, stored.indexRow);
  putRecords(database, [
    { record: { kind: 'decision', decision: changed }, trust: stored?.trust ?? 'user', indexRow },
  ]);
  if (statusChanges(database, decision.id).length === 0)
    for (const past of historyOf(decision)) addStatusChange(database, decision.id, past);
  addStatusChange(database, decision.id, step(change.at, change.status, change.by, change.reason));
  return changed;
}

/** Marks an entry as resolved; one that is already stays as it is. */
export function resolveEntry(
  database: WritableDatabase,
  entry: LedgerEntry,
  { at, agent }: LedgerActor,
): LedgerEntry {
  const resolved = { ...entry, resolved_at: nextChangeOf({ kind: 'entry', entry }, at), resolved_by: agent };
  const trust = getRecord(database, { kind: 'entry', id: entry.id })?.trust ?? 'user';
  putRecords(database, [{ record: { kind: 'entry', entry: resolved }, trust }]);
  return resolved;
}

/** Stores an entry; an answer resolves the open questions and needs that it relates to. Returns their ids. */
export function postEntry(database: WritableDatabase, entry: LedgerEntry, actor: LedgerActor): string[] {
  // An answer is its writer's own word, whatever was asked.
  const from = entry.entry_type === 'answer' ? [] : (entry.relates_to ?? []);
  putRecords(database, [{ record: { kind: 'entry', entry }, trust: leastOf(database, actor.trust, from) }]);
  if (entry.entry_type !== 'answer') return [];
  return [...new Set(entry.relates_to)].filter(id => {
    const stored = getRecord(database, { kind: 'entry', id });
    if (stored?.record.kind !== 'entry') return false;
    const asked = stored.record.entry;
    const isAsked = asked.entry_type === 'question' || asked.entry_type === 'need';
    if (!isAsked || (asked.resolved_at ?? '') !== '' || asked.dismissed === true) return false;
    resolveEntry(database, asked, actor);
    return true;
  });
}

/** What is derived from records is believed no further than they are; those were judged alike when they were written. */
export function leastOf(database: ReadableDatabase, own: LedgerTrust, ids: readonly string[]): LedgerTrust {
  const kinds = ['decision', 'entry'] as const;
  const found = ids.flatMap(id => kinds.map(kind => getRecord(database, { kind, id })?.trust ?? own));
  return trusts.find(trust => trust === own || found.includes(trust)) ?? own;
}

/** What became of a decision, oldest first. */
export function lifeOf(database: ReadableDatabase, decision: LedgerDecision): StatusChange[] {
  const noted = statusChanges(database, decision.id);
  return noted.length > 0 ? noted : historyOf(decision);
}
