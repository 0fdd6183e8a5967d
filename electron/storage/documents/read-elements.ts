import { noteCleanScan } from '../../../shared/model/clean-scan.ts';
import type { Element } from '../../../shared/model/element.ts';
import { contentVersion } from '../database/content-version.ts';
import { damagedRow, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase } from '../database/sqlite.ts';
import { type ChunkRow, guardedFields } from './document-table.ts';

/** A chunk that is wanted, with the score it is given. */
export interface WantedChunk {
  readonly id: number;
  readonly score: number;
}

/** Chunks as elements, in the order they are wanted; `storage_failed` when one is damaged or has lost its document (F5). */
export function readElements(database: ReadableDatabase, wanted: readonly WantedChunk[]): Element[] {
  const verified = verifiedChunks(database);
  const unread = wanted.filter(({ id }) => !verified.elements.has(id)).map(({ id }) => id);
  if (unread.length > 0) readVerified(database, unread, verified);
  const found = wanted.flatMap(({ id, score }) => {
    const element = verified.elements.get(id);
    return element === undefined ? [] : { ...element, score };
  });
  if (verified.units > keptUnits) verifiedByConnection.delete(database);
  return found;
}

/** UTF-16 units of chunks that stay in memory once they were read and verified. */
const keptUnits = 8 * 1024 * 1024;
/** What a chunk takes beside its text. */
const unitsBesideText = 300;

interface StoredChunk extends ChunkRow {
  readonly id: number;
  /** Null when damage has taken the document. */
  readonly document_id: string | null;
  readonly ordinal: number;
  readonly row_hash: string;
}

/** What was verified, as long as no document was written by anybody since. */
interface VerifiedChunks {
  readonly version: number;
  readonly elements: Map<number, Element>;
  units: number;
}

const verifiedByConnection = new WeakMap<ReadableDatabase, VerifiedChunks>();

function verifiedChunks(database: ReadableDatabase): VerifiedChunks {
  const version = contentVersion(database, 'documents');
  const known = verifiedByConnection.get(database);
  if (known?.version === version) return known;
  const chunks = { version, elements: new Map<number, Element>(), units: 0 };
  verifiedByConnection.set(database, chunks);
  return chunks;
}

// Of the document only its key is looked at, which an index holds: its row, in another page for most, is not read.
const chunkSql = `SELECT chunk.id, document.id AS document_id, ordinal, chunk.collection, chunk.path, chunk.trust,
    chunk.updated_at, chunk.title, content, chars4, o200k_base, clean_under, chunk.row_hash
  FROM chunk LEFT JOIN document ON document.id = chunk.document_id WHERE chunk.id IN`;

/** Chunks of one query; each number of them is a statement of its own. */
const chunksTogether = 64;

function readVerified(database: ReadableDatabase, ids: readonly number[], verified: VerifiedChunks): void {
  for (let first = 0; first < ids.length; first += chunksTogether)
    readTogetherVerified(database, ids.slice(first, first + chunksTogether), verified);
}

function readTogetherVerified(
  database: ReadableDatabase,
  ids: readonly number[],
  verified: VerifiedChunks,
): void {
  const sql = `${chunkSql} (${ids.map(() => '?').join()})`;
  // The columns are the ones of the interface.
  for (const row of prepare(database, sql).all(ids) as StoredChunk[]) {
    const what = `a part of the document ${row.collection}/${row.path}`;
    // A chunk goes when its document goes, so only damage separates them.
    if (row.document_id === null) throw damagedRow(what);
    verifyRow(what, guardedFields(row), row.row_hash);
    verified.elements.set(row.id, toElement(row, row.document_id));
    verified.units += row.content.length + unitsBesideText;
  }
}

function toElement(row: StoredChunk, documentId: string): Element {
  const { collection, path, trust, updated_at: timestamp, title, content, ordinal } = row;
  const source = { kind: 'document', ref: `${collection}/${path}`, title, timestamp, trust };
  if (row.clean_under !== null) noteCleanScan(source, content, row.clean_under);
  return {
    id: `${documentId}:${ordinal}`,
    title,
    content,
    timestamp,
    source,
    counts: { chars4: row.chars4, o200k_base: row.o200k_base },
    collection,
    path,
    ordinal,
  };
}
