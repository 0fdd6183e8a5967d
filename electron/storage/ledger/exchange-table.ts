import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';
import { sha256 } from '../files/read-text-file.ts';

/** An entity or relation as it stood in the files of a ledger. */
interface ExchangedLink {
  readonly kind: 'entity' | 'relation';
  readonly id: string;
  readonly record: Readonly<Record<string, unknown>>;
  /** False for what the knowledge graph could not take; it is only kept. */
  readonly isInGraph: boolean;
}

interface LinkRow {
  readonly kind: ExchangedLink['kind'];
  readonly id: string;
  readonly record: string;
  readonly is_in_graph: number;
  readonly row_hash: string;
}

/** Keeps an entity or relation as it was read, in the place of the one with its kind and id. */
export function putLink(database: WritableDatabase, { kind, id, record, isInGraph }: ExchangedLink): void {
  const fields = [kind, id, JSON.stringify(record), Number(isInGraph)];
  const sql = `INSERT INTO ledger_graph (kind, id, record, is_in_graph, row_hash) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (kind, id) DO UPDATE SET record = excluded.record, is_in_graph = excluded.is_in_graph,
      row_hash = excluded.row_hash`;
  prepare(database, sql).run(...fields, rowHash(fields));
}

/** What was kept of a kind, in its order. */
export function listLinks(database: ReadableDatabase, kind: ExchangedLink['kind']): ExchangedLink[] {
  const sql =
    'SELECT kind, id, record, is_in_graph, row_hash FROM ledger_graph WHERE kind = ? ORDER BY number';
  // The columns are the ones of the interface.
  const rows = prepare<LinkRow>(database, sql).all(kind);
  return rows.map(({ id, record, is_in_graph, row_hash }) => {
    verifyRow(`the ${kind} "${id}" of the ledger`, [kind, id, record, is_in_graph], row_hash);
    return { kind, id, record: JSON.parse(record), isInGraph: is_in_graph === 1 };
  });
}

/** A file that came with a ledger and means nothing to Weft. */
export interface KeptFile {
  /** Below `.twining`, with forward slashes. */
  readonly path: string;
  readonly content: Buffer;
}

export function putFile(database: WritableDatabase, { path, content }: KeptFile): void {
  const sql = 'INSERT OR REPLACE INTO ledger_file (path, content, content_hash) VALUES (?, ?, ?)';
  prepare(database, sql).run(path, content, sha256(content));
}

/**
 * Keeps what of a file could not be read, in the place of what was kept of it before: lines of one that ends in `.jsonl`,
 * else the items of a list.
 */
export function putUnread(database: WritableDatabase, path: string, { lines, items }: UnreadParts): void {
  if (lines.length > 0) putFile(database, { path, content: Buffer.concat(lines) });
  else if (items.length > 0) putFile(database, { path, content: Buffer.from(JSON.stringify(items)) });
  else prepare(database, 'DELETE FROM ledger_file WHERE path = ?').run(path);
}

/** Parts of a file that could not be read. */
interface UnreadParts {
  /** Each with its end. */
  readonly lines: readonly Buffer[];
  readonly items: readonly unknown[];
}

/** Kept files by path. */
export function listFiles(database: ReadableDatabase): KeptFile[] {
  const sql = 'SELECT path, content, content_hash FROM ledger_file ORDER BY path';
  // The columns are the ones just named.
  const rows = prepare<KeptFile & { readonly content_hash: string }>(database, sql).all();
  return rows.map(({ path, content, content_hash }) => {
    verifyRow(`the file ${path} of the ledger`, [path, sha256(content)], rowHash([path, content_hash]));
    return { path, content };
  });
}

export function getFile(database: ReadableDatabase, path: string): Buffer | undefined {
  return listFiles(database).find(file => file.path === path)?.content;
}
