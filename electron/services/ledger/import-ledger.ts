import { resolve } from 'node:path';
import type { Input, Output } from '../../../shared/contract/contract.ts';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { graphEdgeSchema, graphNodeSchema } from '../../../shared/model/graph.ts';
import { isJsonEqual, type JsonObject } from '../../../shared/model/json.ts';
import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import { firstFileProblems } from '../../../shared/model/problem.ts';
import { step } from '../../engine/ledger/status-history.ts';
import type { ReadableDatabase, WritableDatabase } from '../../storage/database/sqlite.ts';
import { getNode, putEdge, putNode } from '../../storage/graph/graph-table.ts';
import { putFile, putLink } from '../../storage/ledger/exchange-table.ts';
import { readLedgerFolder } from '../../storage/ledger/ledger-folder.ts';
import { bareRecord, getRecord, type LedgerTrust, putRecords } from '../../storage/ledger/record-table.ts';
import { addStatusChange, statusChanges } from '../../storage/ledger/status-table.ts';
import { atStorageBorder } from '../../storage/storage-failure.ts';
import { refuseOutsideToAgents } from '../agent-folders.ts';
import type { Call } from '../call.ts';
import type { OpenProject } from '../open-project.ts';
import { createTurns } from '../turns.ts';
import { keepLedger } from './ledger-source.ts';
import { publishLedger } from './ledger-writer.ts';
import { type ParsedLedger, parseLedger } from './parse-ledger.ts';

type Report = Output<'ledger.import'>;

/** L1: a ledger from its form on disk, all of it or nothing. */
export async function importLedger({ from, dry_run }: Input<'ledger.import'>, call: Call): Promise<Report> {
  const project = await call.project();
  refuseOutsideToAgents(call.caller, project.path, from);
  return importLedgerFolder(project, call, {
    folder: resolve(project.path, from),
    isDryRun: dry_run === true,
    trust: 'imported',
  });
}

export interface LedgerImport {
  /** Absolute. */
  readonly folder: string;
  readonly isDryRun: boolean;
  readonly trust: LedgerTrust;
}

export async function importLedgerFolder(
  project: OpenProject,
  call: Call,
  { folder, isDryRun, trust }: LedgerImport,
): Promise<Report> {
  const { content } = project;
  const { files, refused } = await atStorageBorder(`reading ${folder}`, () => readLedgerFolder(folder));
  const parsed = await parseLedger(files, createTurns());
  const records = recordsOf(parsed);
  const changes = await changesOf(content, records);
  const notes = [...parsed.notes];
  const updatedAt = call.app.options.world.clock.nowIso();
  if (!isDryRun) {
    await content.backUp('import');
    await content.writeInSteps(
      function* (database) {
        yield* storeRecords(database, records, { trust, updatedAt });
        yield* storeGraph(database, parsed, updatedAt, notes);
        for (const file of parsed.others) yield putFile(database, file);
      },
      () => call.cancel.cancelled,
    );
    await keepLedger(content);
    publishLedger(project, call);
    if (parsed.entities.length > 0) call.app.events.publish({ event: 'project:changed', what: 'graph' });
  }
  const counted = (kind: LedgerRecord['kind']) => {
    const own = changes.filter((_, at) => records[at]?.record.kind === kind);
    const count = (change: string) => own.filter(one => one === change).length;
    return { created: count('created'), replaced: count('replaced'), unchanged: count('unchanged') };
  };
  return {
    decisions: counted('decision'),
    entries: counted('entry'),
    entities: parsed.entities.length,
    relations: parsed.relations.length,
    other_files: parsed.others.map(({ path }) => path),
    refused: firstFileProblems([...refused, ...parsed.refused]),
    notes,
  };
}

interface ReadRecord {
  readonly record: LedgerRecord;
  readonly indexRow?: string | undefined;
}

function recordsOf({ decisions, entries }: ParsedLedger): ReadRecord[] {
  return [
    ...decisions.map(({ decision, indexRow }) => ({
      record: { kind: 'decision', decision } as const,
      indexRow,
    })),
    ...entries.map(entry => ({ record: { kind: 'entry', entry } as const })),
  ];
}

/** What each record would change; asked in batches, so that nobody waits for all of them. */
async function changesOf(content: OpenProject['content'], records: readonly ReadRecord[]): Promise<Change[]> {
  const changes: Change[] = [];
  for (let at = 0; at < records.length; at += batchSize) {
    const batch = records.slice(at, at + batchSize);
    const read = (database: ReadableDatabase) => batch.map(({ record }) => changeOf(database, record));
    changes.push(
      ...(await content.read<Change[]>(
        read,
        batch.map(() => 'created'),
      )),
    );
    await new Promise(resume => setImmediate(resume));
  }
  return changes;
}

type Change = 'created' | 'replaced' | 'unchanged';

function changeOf(database: ReadableDatabase, record: LedgerRecord): Change {
  const stored = getRecord(database, { kind: record.kind, id: bareRecord(record).id });
  if (stored === undefined) return 'created';
  return isJsonEqual(stored.record, record) ? 'unchanged' : 'replaced';
}

/** Records of one version, so many at a time that nobody waits for long. */
const batchSize = 100;

function* storeRecords(
  database: WritableDatabase,
  records: readonly ReadRecord[],
  { trust, updatedAt }: { readonly trust: LedgerTrust; readonly updatedAt: string },
): Generator<void> {
  for (let at = 0; at < records.length; at += batchSize) {
    const changed = records
      .slice(at, at + batchSize)
      .filter(({ record }) => changeOf(database, record) !== 'unchanged');
    for (const { record } of changed) noteNewStatus(database, record, updatedAt);
    if (changed.length > 0)
      putRecords(
        database,
        changed.map(({ record, indexRow }) => ({ record, trust, indexRow })),
      );
    yield;
  }
}

/** A decision whose life was followed here goes on with what the files say. */
function noteNewStatus(database: WritableDatabase, record: LedgerRecord, updatedAt: string): void {
  if (record.kind !== 'decision') return;
  const { id, status, status_changed_at, overridden_by, override_reason } = record.decision;
  const last = statusChanges(database, id).at(-1);
  if (last === undefined || last.status === status) return;
  addStatusChange(database, id, step(status_changed_at ?? updatedAt, status, overridden_by, override_reason));
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
