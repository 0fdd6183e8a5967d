import { noteCleanScan } from '../../../shared/model/clean-scan.ts';
import type { Element } from '../../../shared/model/element.ts';
import { contentVersion } from '../database/content-version.ts';
import { damagedRow, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase } from '../database/sqlite.ts';
import { chunkRow, documentRow } from './document-table.ts';

/** A chunk that is wanted, with the score it is given. */
export interface WantedChunk {
  readonly id: number;
  readonly score: number;
}

/** Chunks as elements, in the order they are wanted; `storage_failed` when one or its document is damaged (F5). */
export function readElements(database: ReadableDatabase, wanted: readonly WantedChunk[]): Element[] {
  const verified = verifiedRows(database);
  const unread = wanted.filter(({ id }) => !verified.chunks.has(id)).map(({ id }) => id);
  if (unread.length > 0) readVerified(database, unread, verified);
  const found = wanted.flatMap(({ id, score }) => {
    const element = verified.chunks.get(id);
    return element === undefined ? [] : { ...element, score };
  });
  if (verified.chunks.size > keptChunks) {
    verified.chunks.clear();
    verified.documents.clear();
  }
  return found;
}

/** Chunks that stay in memory once they were read and verified; some twenty megabytes. */
const keptChunks = 10_000;

interface DocumentRow {
  readonly id: string;
  readonly collection: string;
  readonly path: string;
  readonly trust: 'project' | 'imported';
  readonly updated_at: string;
  readonly row_hash: string;
}

interface ChunkRow {
  readonly id: number;
  readonly document_id: string;
  readonly ordinal: number;
  readonly title: string;
  readonly content: string;
  readonly chars4: number;
  readonly o200k_base: number;
  readonly clean_under: number | null;
  readonly row_hash: string;
}

/** What was verified, as long as no document was written by anybody since. */
interface VerifiedRows {
  readonly version: number;
  readonly chunks: Map<number, Element>;
  readonly documents: Map<string, DocumentRow>;
}

const verifiedByConnection = new WeakMap<ReadableDatabase, VerifiedRows>();

function verifiedRows(database: ReadableDatabase): VerifiedRows {
  const version = contentVersion(database, 'documents');
  const known = verifiedByConnection.get(database);
  if (known?.version === version) return known;
  const rows = { version, chunks: new Map<number, Element>(), documents: new Map<string, DocumentRow>() };
  verifiedByConnection.set(database, rows);
  return rows;
}

const chunkSql = `SELECT chunk.id, document_id, ordinal, title, content, chars4, o200k_base, clean_under, row_hash
  FROM (SELECT value FROM json_each(?)) AS wanted CROSS JOIN chunk ON chunk.id = wanted.value`;

const documentSql = `SELECT document.id, collection.name AS collection, path, trust, updated_at, row_hash
  FROM (SELECT value FROM json_each(?)) AS wanted CROSS JOIN document ON document.id = wanted.value
  JOIN collection ON collection.id = document.collection_id`;

function readVerified(database: ReadableDatabase, ids: readonly number[], verified: VerifiedRows): void {
  // The columns are the ones of the interface.
  const rows = prepare(database, chunkSql).all(JSON.stringify(ids)) as ChunkRow[];
  readDocuments(database, rows, verified);
  for (const row of rows) {
    const document = verified.documents.get(row.document_id);
    // A chunk goes when its document goes, so only damage separates them.
    if (document === undefined) throw damagedRow('a part of a document');
    verifyRow(`a part of the document ${document.collection}/${document.path}`, chunkRow(row), row.row_hash);
    verified.chunks.set(row.id, toElement(row, document));
  }
}

function readDocuments(
  database: ReadableDatabase,
  chunks: readonly ChunkRow[],
  { documents }: VerifiedRows,
): void {
  const unread = new Set(chunks.map(row => row.document_id).filter(id => !documents.has(id)));
  if (unread.size === 0) return;
  // The columns are the ones of the interface.
  const rows = prepare(database, documentSql).all(JSON.stringify([...unread])) as DocumentRow[];
  for (const row of rows) {
    verifyRow(`the document ${row.collection}/${row.path}`, documentRow(row), row.row_hash);
    documents.set(row.id, row);
  }
}

function toElement(row: ChunkRow, { collection, path, trust, updated_at: timestamp }: DocumentRow): Element {
  const { title, content } = row;
  const source = { kind: 'document', ref: `${collection}/${path}`, title, timestamp, trust };
  if (row.clean_under !== null) noteCleanScan(source, content, row.clean_under);
  return {
    id: `${row.document_id}:${row.ordinal}`,
    title,
    content,
    timestamp,
    source,
    counts: { chars4: row.chars4, o200k_base: row.o200k_base },
    collection,
    path,
    ordinal: row.ordinal,
  };
}
