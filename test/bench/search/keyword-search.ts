import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../electron/storage/database/migrate.ts';
import { openReadable, openWritable } from '../../../electron/storage/database/open-sqlite.ts';
import {
  prepare,
  type ReadableDatabase,
  readTogether,
  type WritableDatabase,
} from '../../../electron/storage/database/sqlite.ts';
import { type PreparedDocument, putDocuments } from '../../../electron/storage/documents/document-table.ts';
import { type ShownChunk, unpackChunk } from '../../../electron/storage/documents/packed-chunk.ts';
import { searchDocuments } from '../../../electron/storage/documents/search-documents.ts';
import { matchAnyWord } from '../../../electron/storage/full-text/search-words.ts';
import { median, quantile } from '../measure.ts';
import { chunksInCollection, createCorpus } from './corpus.ts';
import { plainBm25 } from './plain-bm25.ts';

export interface KeywordFigures {
  /** Milliseconds, of each search the median of its rounds; `singleP95` of all single runs, with the machine's own noise. */
  readonly weft: { readonly median: number; readonly p95: number; readonly singleP95: number };
  readonly joinFilter: { readonly median: number };
  /** How many times as fast as the join filter. */
  readonly ratio: number;
  /** Part of the best 20 by bm25 over the collection's own statistics, computed plainly, that Weft finds as well. */
  readonly overlap: number;
}

const topK = 20;
const chunksInDocument = 50;
const rounds = 10;
const searches = 200;
/** So many searches in each round by the join filter, which takes some hundred times as long. */
const joinsInRound = searches / rounds;
/** Enough for what runs to be compiled, as it is in a host. */
const warmUp = 2000;

/** Searches one collection of many: Weft's table for each, beside one table for all whose matches are filtered. */
export async function measureKeywordSearch(chunks: number): Promise<KeywordFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-search-'));
  const file = join(folder, 'bench.sqlite');
  const database = await openWritable(file);
  try {
    migrate(database);
    fill(database, chunks);
  } finally {
    database.close();
  }
  // Each as a program would open it, so that neither has the other's pages in its cache.
  const connections = [await openReadable(file), await openReadable(file)] as const;
  try {
    return compare(...connections, chunks / chunksInCollection);
  } finally {
    for (const connection of connections) connection.close();
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
  for (let first = 0; first < chunks; first += chunksInCollection) {
    const documents = Array.from({ length: chunksInCollection / chunksInDocument }, (_, at) =>
      toDocument(`c${first / chunksInCollection}`, first + at * chunksInDocument, corpus.chunk),
    );
    for (const _ of putDocuments(database, documents));
  }
  const insert = prepare(database, 'INSERT INTO everything (rowid, title, body) VALUES (?, ?, ?)');
  for (const packed of prepare(database, 'SELECT packed FROM chunk').pluck().all()) {
    const { id, title, content } = unpacked(packed);
    insert.run(id, title, content);
  }
  // In one piece, as Weft's own are after an import.
  database.exec("INSERT INTO everything (everything) VALUES ('optimize')");
  database.exec('COMMIT');
}

function toDocument(collection: string, first: number, text: () => string): PreparedDocument {
  const chunks = Array.from({ length: chunksInDocument }, () => {
    const content = text();
    return {
      title: 't',
      content,
      chars4: Math.ceil(content.length / 4),
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

const joinFilterSql = `SELECT packed FROM everything
  JOIN chunk ON chunk.id = everything.rowid JOIN document ON document.id = chunk.document_id
  JOIN collection ON collection.id = document.collection_id
  WHERE everything MATCH ? AND collection.name = ? ORDER BY everything.rank LIMIT ${topK}`;

function compare(
  weftReads: ReadableDatabase,
  joinReads: ReadableDatabase,
  collections: number,
): KeywordFigures {
  const corpus = createCorpus(11);
  const own = ({ query, collection }: Search) =>
    readTogether(weftReads, () =>
      searchDocuments(weftReads, { query, collection, topK, minScore: 0 }).map(({ content }) => content),
    );
  const joinFilter = ({ query, collection }: Search) =>
    prepare(joinReads, joinFilterSql)
      .pluck()
      .all(matchAnyWord(query) ?? '', collection)
      .map(packed => unpacked(packed).content);
  const search = (at: number): Search => ({ query: corpus.query(), collection: `c${at % collections}` });
  for (let at = 0; at < warmUp; at += 1) own(search(at));
  joinFilter(search(0));
  const asked = Array.from({ length: searches }, (_, at) => search(at));
  const weft = asked.map((): number[] => []);
  const joined: number[] = [];
  const overlaps: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const first = round * joinsInRound;
    // Another one begins each round, while the caches still hold what the other side left there.
    const inTurn = [...asked.slice(first), ...asked.slice(0, first)];
    const found = inTurn.map(one => timed(() => own(one)));
    for (const [at, { ms }] of found.entries()) weft[(first + at) % searches]?.push(ms);
    for (const [at, one] of inTurn.slice(0, joinsInRound).entries()) {
      joined.push(timed(() => joinFilter(one)).ms);
      overlaps.push(overlapOf(joinReads, one, found[at]?.value ?? []));
    }
  }
  const typical = weft.map(median);
  return {
    weft: {
      median: median(typical),
      p95: quantile(typical, 0.95),
      singleP95: quantile(weft.flat(), 0.95),
    },
    joinFilter: { median: median(joined) },
    ratio: median(joined) / median(typical),
    overlap: overlaps.reduce((sum, overlap) => sum + overlap, 0) / overlaps.length,
  };
}

interface Search {
  readonly query: string;
  readonly collection: string;
}

/** Equal scores may stand in any order: what scores as well as the last of the best 20 is as good. */
function overlapOf(
  database: ReadableDatabase,
  { query, collection }: Search,
  found: readonly string[],
): number {
  const scores = plainBm25(chunksOf(database, collection), query);
  const best = [...scores.values()].toSorted((left, right) => right - left).slice(0, topK);
  const least = (best.at(-1) ?? 0) - 1e-9;
  if (best.length === 0) return found.length === 0 ? 1 : 0;
  return found.filter(content => (scores.get(content) ?? 0) >= least).length / best.length;
}

const chunkSql = `SELECT packed FROM chunk JOIN document ON document.id = chunk.document_id
  JOIN collection ON collection.id = document.collection_id WHERE collection.name = ?`;

const chunksOf = (database: ReadableDatabase, collection: string): string[] =>
  prepare(database, chunkSql)
    .pluck()
    .all(collection)
    .map(packed => unpacked(packed).content);

function unpacked(packed: unknown): ShownChunk {
  const chunk = unpackChunk(packed);
  if (chunk === undefined) throw new Error('a chunk is damaged');
  return chunk;
}

function timed<Value>(work: () => Value): { value: Value; ms: number } {
  const start = performance.now();
  const value = work();
  return { value, ms: performance.now() - start };
}
