import { AppError } from '../../../shared/contract/errors.ts';
import type { LedgerDecision, LedgerEntry, StatusChange } from '../../../shared/model/ledger.ts';
import { historyOf, type StatusStep, step, withStatus } from '../../engine/ledger/status-history.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import type { ReadableDatabase, WritableDatabase } from '../../storage/database/sqlite.ts';
import { indexRowOf } from '../../storage/ledger/index-row.ts';
import { getRecord, type LedgerTrust, putRecords } from '../../storage/ledger/record-table.ts';
import { addStatusChange, statusChanges } from '../../storage/ledger/status-table.ts';
import { createSerialQueue, type SerialQueue } from '../../storage/serial-queue.ts';
import type { Call } from '../call.ts';
import type { OpenProject } from '../open-project.ts';
import { embedLedger } from './embed-ledger.ts';
import { keepLedger } from './ledger-source.ts';

/** Who acts, when, and how far it may be trusted (M5). */
export interface LedgerActor {
  readonly agent: string;
  readonly at: string;
  readonly trust: LedgerTrust;
}

export function actorOf({ caller, app }: Call, agent: string | undefined): LedgerActor {
  const isAgent = caller.door === 'mcp';
  return {
    agent: agent ?? (isAgent ? 'agent' : 'user'),
    at: app.options.world.clock.nowIso(),
    trust: isAgent ? 'agent' : 'user',
  };
}

const queues = new WeakMap<ContentDatabase, SerialQueue>();

/** Looks and writes without another writer in between: two decisions at once must see each other (L3). */
export function oneAtATime<Result>(content: ContentDatabase, work: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(content) ?? createSerialQueue();
  queues.set(content, queue);
  return queue(work);
}

/** Tells that the ledger was written, and lets what is new be embedded. */
export function publishLedger(project: OpenProject, call: Call): void {
  call.app.events.publish({ event: 'project:changed', what: 'ledger' });
  keepInBackground(project, call);
  embedLedger(project, call);
}

/** Nobody waits for it: what is not kept is read again by whoever opens the ledger. */
function keepInBackground({ content }: OpenProject, { app, caller }: Call): void {
  // A command that asks once and goes would read all of a ledger for one record.
  if (app.options.shell === 'none' && caller.door !== 'mcp') return;
  keepLedger(content).catch(error =>
    app.options.logger.info("the ledger's index is not kept for now", { error: String(error) }),
  );
}

export function requireDecision(database: ReadableDatabase, id: string): LedgerDecision {
  const stored = getRecord(database, { kind: 'decision', id });
  if (stored?.record.kind === 'decision') return stored.record.decision;
  throw new AppError('not_found', `there is no decision "${id}" in the ledger`, { id });
}

export function requireEntry(database: ReadableDatabase, id: string): LedgerEntry {
  const stored = getRecord(database, { kind: 'entry', id });
  if (stored?.record.kind === 'entry') return stored.record.entry;
  throw new AppError('not_found', `there is no entry "${id}" in the ledger`, { id });
}

/** Changes a decision's status and notes it in its history. */
export function changeStatus(
  database: WritableDatabase,
  decision: LedgerDecision,
  change: StatusStep,
): LedgerDecision {
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
  const resolved = { ...entry, resolved_at: at, resolved_by: agent };
  const trust = getRecord(database, { kind: 'entry', id: entry.id })?.trust ?? 'user';
  putRecords(database, [{ record: { kind: 'entry', entry: resolved }, trust }]);
  return resolved;
}

/** Stores an entry; an answer resolves the open questions and needs that it relates to (L3). Returns their ids. */
export function postEntry(database: WritableDatabase, entry: LedgerEntry, actor: LedgerActor): string[] {
  putRecords(database, [{ record: { kind: 'entry', entry }, trust: actor.trust }]);
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

/** What became of a decision, oldest first. */
export function lifeOf(database: ReadableDatabase, decision: LedgerDecision): StatusChange[] {
  const noted = statusChanges(database, decision.id);
  return noted.length > 0 ? noted : historyOf(decision);
}
