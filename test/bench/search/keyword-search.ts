import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../electron/storage/database/migrate.ts';
import { openWritable, prepare, type WritableDatabase } from '../../../electron/storage/database/sqlite.ts';
import { type PreparedDocument, putDocument } from '../../../electron/storage/documents/document-table.ts';
import { searchDocuments } from '../../../electron/storage/documents/search-documents.ts';
import { matchAnyWord } from '../../../electron/storage/documents/search-words.ts';
import { median, quantile } from '../measure.ts';
import { chunksInCollection, createCorpus } from './corpus.ts';

export interface KeywordFigures {
  /** Milliseconds. */
  readonly weft: { readonly median: number; readonly p95: number };
  readonly joinFilter: { readonly median: number };
  /** How many times as fast as the join filter. */
  readonly ratio: number;
  /** Part of the join filter's best 20 that Weft finds as well. */
  readonly overlap: number;
}

const topK = 20;
const chunksInDocument = 50;
const rounds = 10;
const searchesInRound = 20;

/** Searches one collection of many: Weft's table for each, beside one table for all whose matches are filtered. */
export async function measureKeywordSearch(chunks: number): Promise<KeywordFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-search-'));
  const database = await openWritable(join(folder, 'bench.sqlite'));
  try {
    migrate(database, join(folder, 'backup'));
    fill(database, chunks);
    return compare(database, chunks / chunksInCollection);
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function fill(database: WritableDatabase, chunks: number): void {
  database.pragma('synchronous = OFF');
  database.exec(`CREATE VIRTUAL TABLE everything USING fts5(title, body, content='', contentless_delete=1,
    tokenize="porter unicode61 remove_diacritics 2");
    INSERT INTO everything (everything, rank) VALUES ('rank', 'bm25(2.0, 1.0)');`);
  const corpus = createCorpus(7);
  database.exec('BEGIN');
  for (let first = 0; first < chunks; first += chunksInDocument) {
    const collection = `c${Math.floor(first / chunksInCollection)}`;
    const document = toDocument(collection, first, corpus.chunk);
    for (const _ of putDocument(database, document));
  }
  const insert = prepare(database, 'INSERT INTO everything (rowid, title, body) VALUES (?, ?, ?)');
  // The columns are the ones just named.
  const rows = prepare(database, 'SELECT id, title, content FROM chunk').all() as {
    id: number;
    title: string;
    content: string;
  }[];
  for (const { id, title, content } of rows) insert.run(id, title, content);
  database.exec('COMMIT');
}

function toDocument(collection: string, first: number, text: () => string): PreparedDocument {
  const chunks = Array.from({ length: chunksInDocument }, () => {
    const body = text();
    return {
      title: 't',
      content: body,
      body,
      chars4: Math.ceil(body.length / 4),
      o200k_base: 100,
      cleanUnder: null,
    };
  });
  const path = `${first}.md`;
  const updatedAt = '2026-11-21T10:00:00.000Z';
  return {
    collection,
    path,
    title: path,
    trust: 'imported',
    contentHash: path,
    bytes: 1,
    chunks,
    updatedAt,
  };
}

const joinFilterSql = `SELECT chunk.id, content, everything.rank AS rank FROM everything
  JOIN chunk ON chunk.id = everything.rowid JOIN document ON document.id = chunk.document_id
  JOIN collection ON collection.id = document.collection_id
  WHERE everything MATCH ? AND collection.name = ? ORDER BY rank LIMIT ${topK}`;

function compare(database: WritableDatabase, collections: number): KeywordFigures {
  const corpus = createCorpus(11);
  const own = ({ query, collection }: Search) =>
    searchDocuments(database, { query, collection, topK, minScore: 0 }).map(({ content }) => content);
  const joinFilter = ({ query, collection }: Search) =>
    // The columns are the ones of the query.
    (
      prepare(database, joinFilterSql).all(matchAnyWord(query) ?? '', collection) as { content: string }[]
    ).map(({ content }) => content);
  // Every collection is searched before it counts, for other words.
  for (let at = 0; at < collections; at += 1) own({ query: corpus.query(), collection: `c${at}` });
  joinFilter({ query: corpus.query(), collection: 'c0' });
  const weft: number[] = [];
  const joined: number[] = [];
  const overlaps: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const searches = Array.from({ length: searchesInRound }, (_, at) => ({
      query: corpus.query(),
      collection: `c${(round * searchesInRound + at) % collections}`,
    }));
    const found = searches.map(search => timed(() => own(search)));
    const wanted = searches.map(search => timed(() => joinFilter(search)));
    weft.push(...found.map(({ ms }) => ms));
    joined.push(...wanted.map(({ ms }) => ms));
    overlaps.push(...wanted.map(({ value }, at) => partIn(value, found[at]?.value ?? [])));
  }
  return {
    weft: { median: median(weft), p95: quantile(weft, 0.95) },
    joinFilter: { median: median(joined) },
    ratio: median(joined) / median(weft),
    overlap: overlaps.reduce((sum, overlap) => sum + overlap, 0) / overlaps.length,
  };
}

interface Search {
  readonly query: string;
  readonly collection: string;
}

function partIn(wanted: readonly string[], found: readonly string[]): number {
  const all = new Set(found);
  return wanted.length === 0 ? 1 : wanted.filter(content => all.has(content)).length / wanted.length;
}

function timed<Value>(work: () => Value): { value: Value; ms: number } {
  const start = performance.now();
  const value = work();
  return { value, ms: performance.now() - start };
}
