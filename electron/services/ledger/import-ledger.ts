import { resolve } from 'node:path';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { graphEdgeSchema, graphNodeSchema } from '../../../shared/model/graph.ts';
import { instantMs } from '../../../shared/model/instant.ts';
import { isJsonEqual, type JsonObject } from '../../../shared/model/json.ts';
import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import { firstFileProblems } from '../../../shared/model/problem.ts';
import { inStretches } from '../../../shared/stretches.ts';
import { lastChangeOf, step } from '../../engine/ledger/status-history.ts';
import type { ReadableDatabase, WritableDatabase } from '../../storage/database/sqlite.ts';
import { getNode, putEdge, putNode } from '../../storage/graph/graph-table.ts';
import { putFile, putLink, putUnread } from '../../storage/ledger/exchange-table.ts';
import { readLedgerFolder } from '../../storage/ledger/ledger-folder.ts';
import { bareRecord, getRecord, type LedgerTrust, putRecords } from '../../storage/ledger/record-table.ts';
import { addStatusChange, statusChanges } from '../../storage/ledger/status-table.ts';
import { othersTurn } from '../../storage/pause.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import { boundFor, refuseOutsideToAgents } from '../project/agent-folders.ts';
import { cancellablePause, type Needs, refuseCancelled } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { keepLedger } from './ledger-source.ts';
import { publishLedger } from './ledger-writer.ts';
import { type ParsedLedger, parseLedger } from './parse-ledger.ts';

type ImportReport = Output<'ledger.import'>;

/** A ledger from its form on disk, all of it or nothing; what is newer here stays. */
export async function importLedger(
  { from, dry_run }: Input<'ledger.import'>,
  needs: Needs<'caller' | 'cancel' | 'world' | 'logger' | 'publish' | 'stays' | 'project'>,
): Promise<ImportReport> {
  const project = await needs.project();
  await refuseOutsideToAgents(needs.caller, project.path, from);
  return importLedgerFolder(project, needs, {
    folder: resolve(project.path, from),
    isDryRun: dry_run === true,
    trust: 'imported',
    bound: boundFor(needs.caller, project.path),
  });
}

interface LedgerImport {
  /** Absolute. */
  readonly folder: string;
  readonly isDryRun: boolean;
  readonly trust: LedgerTrust;
  /** A folder that nothing is read outside of. */
  readonly bound?: string | undefined;
}

export async function importLedgerFolder(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger' | 'publish' | 'stays'>,
  { folder, isDryRun, trust, bound }: LedgerImport,
): Promise<ImportReport> {
  const { content } = project;
  const { files, refused } = await atStorageBorder(`reading ${folder}`, () =>
    readLedgerFolder(folder, bound),
  );
  const parsed = await parseLedger(files, cancellablePause(needs));
  const records = await inStretches(recordsOf(parsed), cancellablePause(needs));
  const changes = isDryRun ? await changesOf(content, records) : [];
  const notes = [...parsed.notes];
  const updatedAt = needs.world.clock.nowIso();
  if (!isDryRun) {
    refuseCancelled(needs.cancel);
    await content.backUp('import');
    await content.writeInSteps(
      function* (database) {
        yield* storeRecords(database, records, { trust, updatedAt, changes });
        yield* storeGraph(database, parsed, updatedAt, notes);
        for (const file of parsed.others) yield putFile(database, file);
        for (const [path, parts] of parsed.unread) yield putUnread(database, path, parts);
      },
      () => needs.cancel.cancelled,
    );
    await keepLedger(content);
    publishLedger(project, needs);
    if (parsed.entities.length > 0) needs.publish({ event: 'project:changed', what: 'graph' });
  }
  const counts = { decision: noCounts(), entry: noCounts() };
  const kept: KeptRecord[] = [];
  for (const { change, ...newer } of changes) {
    counts[newer.kind][change] += 1;
    if (change === 'kept' && kept.length < mostKept) kept.push(newer);
  }
  return {
    decisions: counts.decision,
    entries: counts.entry,
    kept,
    entities: parsed.entities.length,
    relations: parsed.relations.length,
    other_files: parsed.others.map(({ path }) => path),
    refused: firstFileProblems([...refused, ...parsed.refused]),
    notes,
  };
}

/** Of what became of records of a kind. */
export const noCounts = (): ImportReport['decisions'] => ({ created: 0, replaced: 0, unchanged: 0, kept: 0 });

interface ReadRecord {
  readonly record: LedgerRecord;
  readonly indexRow?: string | undefined;
}

function* recordsOf({ decisions, entries }: ParsedLedger): Generator<void, ReadRecord[]> {
  const records: ReadRecord[] = [];
  for (const { decision, indexRow } of decisions)
    yield void records.push({ record: { kind: 'decision', decision }, indexRow });
  for (const entry of entries) yield void records.push({ record: { kind: 'entry', entry } });
  return records;
}

/** What each record would change; asked in batches, so that nobody waits for all of them. */
async function changesOf(
  content: OpenProject['content'],
  records: readonly ReadRecord[],
): Promise<RecordChange[]> {
  const changes: RecordChange[] = [];
  for (let at = 0; at < records.length; at += batchSize) {
    const batch = records.slice(at, at + batchSize);
    changes.push(
      ...(await content.read(
        database => batch.map(({ record }) => changeOf(database, record)),
        batch.map(({ record }) => ({ ...nameOf(record), change: 'created' as const })),
      )),
    );
    await othersTurn();
  }
  return changes;
}

interface RecordChange extends KeptRecord {
  /** `kept`: what is here is newer than what the files say. */
  readonly change: 'created' | 'replaced' | 'unchanged' | 'kept';
}
type KeptRecord = ImportReport['kept'][number];

function changeOf(database: ReadableDatabase, record: LedgerRecord): RecordChange {
  const name = nameOf(record);
  const stored = getRecord(database, name);
  if (stored === undefined) return { ...name, change: 'created' };
  if (isJsonEqual(stored.record, record)) return { ...name, change: 'unchanged' };
  const here = lastChangeOf(stored.record);
  const isNewerHere = (instantMs(here) ?? 0) > (instantMs(name.there) ?? 0);
  return { ...name, here, change: isNewerHere ? 'kept' : 'replaced' };
}

function nameOf(record: LedgerRecord): KeptRecord {
  const there = lastChangeOf(record);
  return { kind: record.kind, id: bareRecord(record).id, here: there, there };
}

/** Records of one version, so many at a time that nobody waits for long. */
const batchSize = 100;
/** Records that are named as newer here. */
const mostKept = 100;

/** Stores what the files say, but for what is newer here: a decision that was overridden since stays overridden. */
function* storeRecords(
  database: WritableDatabase,
  records: readonly ReadRecord[],
  { trust, updatedAt, changes }: StoredBy,
): Generator<void> {
  for (let at = 0; at < records.length; at += batchSize) {
    const batch = records.slice(at, at + batchSize);
    const found = batch.map(({ record }) => changeOf(database, record));
    changes.push(...found);
    const changed = batch.filter((_, place) => isTaken(found[place]));
    for (const { record } of changed) noteNewStatus(database, record, updatedAt);
    if (changed.length > 0)
      putRecords(
        database,
        changed.map(({ record, indexRow }) => ({ record, trust, indexRow })),
      );
    yield;
  }
}

interface StoredBy {
  readonly trust: LedgerTrust;
  readonly updatedAt: string;
  /** Gets what became of each record. */
  readonly changes: RecordChange[];
}

const isTaken = (one: RecordChange | undefined): boolean =>
  one?.change === 'created' || one?.change === 'replaced';

/** Puts a record in the place of the one here, as somebody else's files say it. */
export function takeRecord(
  database: WritableDatabase,
  record: LedgerRecord,
  { trust, updatedAt }: Pick<StoredBy, 'trust' | 'updatedAt'>,
): void {
  noteNewStatus(database, record, updatedAt);
  putRecords(database, [{ record, trust }]);
}

/** A decision whose life was followed here goes on with what the files say. */
function noteNewStatus(database: WritableDatabase, record: LedgerRecord, updatedAt: string): void {
  if (record.kind !== 'decision') return;
  const { id, status, status_changed_at, overridden_by, override_reason } = record.decision;
  const last = statusChanges(database, id).at(-1);
  if (last === undefined || last.status === status) return;
  addStatusChange(database, id, step(status_changed_at || updatedAt, status, overridden_by, override_reason));
}

/** The graph of the ledger joins the project's; what that cannot take is kept as it is. */
function* storeGraph(
  database: WritableDatabase,
  { entities, relations }: ParsedLedger,
  updatedAt: string,
  notes: string[],
): Generator<void> {
  const left = { entities: 0, relations: 0 };
  for (const [at, record] of entities.entries()) {
    const node = checkShape(graphNodeSchema, nodeOf(record));
    if (node.ok) putNode(database, { ...node.value, trust: 'agent', updated_at: updatedAt });
    else left.entities += 1;
    yield putLink(database, { kind: 'entity', id: idOf(record, at), record, isInGraph: node.ok });
  }
  for (const [at, record] of relations.entries()) {
    const edge = checkShape(graphEdgeSchema, edgeOf(record));
    const isJoined =
      edge.ok && [edge.value.from, edge.value.to].every(id => getNode(database, id) !== undefined);
    if (isJoined) putEdge(database, edge.value);
    else left.relations += 1;
    yield putLink(database, { kind: 'relation', id: idOf(record, at), record, isInGraph: isJoined });
  }
  if (left.entities + left.relations > 0)
    notes.push(
      `${left.entities} entities and ${left.relations} relations are kept, but are not in the knowledge graph: they lack a name, a type or an end`,
    );
}

/** An entity as the graph has it. */
export function nodeOf({ id, name, type, properties }: JsonObject) {
  return { id, kind: type, name, ...(properties !== undefined && { attributes: properties }) };
}

/** A relation as the graph has it. */
export function edgeOf({ source, target, type, properties }: JsonObject) {
  return {
    from: source,
    relation: type,
    to: target,
    ...(properties !== undefined && { attributes: properties }),
  };
}

const idOf = ({ id }: JsonObject, at: number): string =>
  typeof id === 'string' && id !== '' ? id : `without id ${at}`;
