import type { LedgerRecord } from '../../../shared/model/ledger.ts';
import { contentVersion, raiseVersion } from '../database/content-version.ts';
import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** Who wrote it. */
export type LedgerTrust = 'user' | 'agent' | 'project' | 'imported';

/** A decision or entry as it is stored, unknown fields included. */
interface StoredRecord {
  readonly record: LedgerRecord;
  readonly trust: LedgerTrust;
  /** What the index on disk says of a decision, where that is more than its file says. */
  readonly indexRow?: string | undefined;
}

/** Names a record. */
export interface RecordKey {
  readonly kind: LedgerRecord['kind'];
  readonly id: string;
}

/** Where a reader of changes stands. */
export interface RevisionPlace {
  readonly revision: number;
  readonly number: number;
}

interface RecordRow {
  readonly number: number;
  readonly kind: LedgerRecord['kind'];
  readonly id: string;
  readonly record: string;
  readonly trust: LedgerTrust;
  readonly index_row: string | null;
  readonly revision: number;
  readonly row_hash: string;
}

const columns = 'number, kind, id, record, trust, index_row, revision, row_hash';

/** What a decision or entry says, without its kind. */
export function bareRecord(record: LedgerRecord): LedgerRecordFields {
  return record.kind === 'decision' ? record.decision : record.entry;
}
type LedgerRecordFields =
  | Extract<LedgerRecord, { kind: 'decision' }>['decision']
  | Extract<LedgerRecord, { kind: 'entry' }>['entry'];

/** Writes records in the place of those with their kind and id; new ones come behind all others. */
export function putRecords(database: WritableDatabase, records: Iterable<StoredRecord>): void {
  raiseVersion(database, 'ledger');
  const revision = contentVersion(database, 'ledger');
  const put = prepare(
    database,
    `INSERT INTO ledger_record (kind, id, record, trust, index_row, revision, row_hash) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, id) DO UPDATE SET record = excluded.record, trust = excluded.trust,
       index_row = excluded.index_row, revision = excluded.revision, row_hash = excluded.row_hash`,
  );
  for (const { record, trust, indexRow } of records) {
    const bare = bareRecord(record);
    const fields = [record.kind, bare.id, JSON.stringify(bare), trust, indexRow ?? ''];
    put.run(...fields.slice(0, 4), indexRow ?? null, revision, rowHash(fields));
  }
}

export function getRecord(database: ReadableDatabase, { kind, id }: RecordKey): StoredRecord | undefined {
  const sql = `SELECT ${columns} FROM ledger_record WHERE kind = ? AND id = ?`;
  const row = prepare<RecordRow>(database, sql).get(kind, id);
  return row === undefined ? undefined : toStored(row);
}

/** The next records behind a number, in the order in which they were first written; a record keeps its number. */
export function recordsBehind(
  database: ReadableDatabase,
  after: number,
  limit: number,
): { readonly stored: StoredRecord; readonly number: number }[] {
  const sql = `SELECT ${columns} FROM ledger_record WHERE number > ? ORDER BY number LIMIT ?`;
  // The columns are the ones of the interface.
  const rows = prepare<RecordRow>(database, sql).all(after, limit);
  return rows.map(row => ({ stored: toStored(row), number: row.number }));
}

/** Records that were written after a place, in the order of writing, with the place of each. */
export function changedRecords(
  database: ReadableDatabase,
  after: RevisionPlace,
  limit: number,
): { readonly stored: StoredRecord; readonly place: RevisionPlace }[] {
  const sql = `SELECT ${columns} FROM ledger_record WHERE (revision, number) > (?, ?)
    ORDER BY revision, number LIMIT ?`;
  // The columns are the ones of the interface.
  const rows = prepare<RecordRow>(database, sql).all(after.revision, after.number, limit);
  return rows.map(row => ({
    stored: toStored(row),
    place: { revision: row.revision, number: row.number },
  }));
}

export function countRecords(database: ReadableDatabase): number {
  return Number(prepare(database, 'SELECT COUNT(*) FROM ledger_record').pluck().get());
}

function toStored({ kind, id, record, trust, index_row, row_hash }: RecordRow): StoredRecord {
  verifyRow(`the ${kind} "${id}" of the ledger`, [kind, id, record, trust, index_row ?? ''], row_hash);
  const bare = JSON.parse(record);
  return {
    record: kind === 'decision' ? { kind, decision: bare } : { kind, entry: bare },
    trust,
    ...(index_row !== null && { indexRow: index_row }),
  };
}
