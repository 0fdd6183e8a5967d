import { prepare, type WritableDatabase } from '../database/sqlite.ts';
import { blockBytes, firstId, fromBlock, type Posting, toBlocks } from './postings.ts';
import { termsOf } from './terms.ts';

/** A chunk as it is stored. */
export interface IndexedChunk {
  readonly id: number;
  readonly title: string;
  /** Begins with the title and a blank line where a document's headings are repeated. */
  readonly content: string;
}

/** What changes in the word index of one collection. */
export interface WordIndexChange {
  /** Chunks are added by rising ids, above all that are there. */
  add(chunk: IndexedChunk): void;
  /** With the text that it was added with. */
  remove(chunk: IndexedChunk): void;
  /** Writes what was added and removed up to now, a term a step (`writeInSteps`). */
  apply(database: WritableDatabase, collectionId: number): Generator<void>;
  /** Postings that wait for being written. */
  readonly waiting: number;
}

interface TermChange {
  added: Posting[];
  readonly removed: Set<number>;
}

/**
 * Collects changes, so that each term's postings are read and written once, in the order in which they lie in the
 * table. A posting holds all that bm25 asks of a chunk: to look up each match's length elsewhere takes longer than all
 * the rest of a search.
 */
export function createWordIndexChange(): WordIndexChange {
  const terms = new Map<string, TermChange>();
  const waiting = new Set<number>();
  const counts = { chunks: 0, length: 0, waiting: 0 };
  const changeOf = (term: string): TermChange => {
    const change = terms.get(term) ?? { added: [], removed: new Set() };
    terms.set(term, change);
    return change;
  };
  return {
    add(chunk) {
      const { weights, length } = weighTerms(chunk);
      for (const [term, weight] of weights) changeOf(term).added.push({ id: chunk.id, weight, length });
      waiting.add(chunk.id);
      counts.chunks += 1;
      counts.length += length;
      counts.waiting += weights.size;
    },
    remove(chunk) {
      const { weights, length } = weighTerms(chunk);
      const isWaiting = waiting.delete(chunk.id);
      for (const term of weights.keys()) {
        const change = changeOf(term);
        if (isWaiting) change.added = change.added.filter(({ id }) => id !== chunk.id);
        else change.removed.add(chunk.id);
      }
      counts.chunks -= 1;
      counts.length -= length;
      counts.waiting += weights.size;
    },
    *apply(database, collectionId) {
      for (const term of [...terms.keys()].sort()) {
        applyTerm(database, [collectionId, term], changeOf(term));
        yield;
      }
      const sql =
        'UPDATE collection SET indexed_chunks = indexed_chunks + ?, indexed_terms = indexed_terms + ? WHERE id = ?';
      prepare(database, sql).run(counts.chunks, counts.length, collectionId);
      terms.clear();
      waiting.clear();
      Object.assign(counts, { chunks: 0, length: 0, waiting: 0 });
    },
    get waiting() {
      return counts.waiting;
    },
  };
}

/** A word in the headings tells more than one in the text. */
const titleWeight = 2;

function weighTerms({ title, content }: IndexedChunk): { weights: Map<string, number>; length: number } {
  const repeated = `${title}\n\n`;
  const body = termsOf(content.startsWith(repeated) ? content.slice(repeated.length) : content);
  const weights = new Map<string, number>();
  for (const term of body) weights.set(term, (weights.get(term) ?? 0) + 1);
  const headings = termsOf(title);
  for (const term of headings) weights.set(term, (weights.get(term) ?? 0) + titleWeight);
  return { weights, length: body.length + headings.length };
}

interface StoredBlock {
  /** The id that the block began with when it was made; what it holds is not below. */
  readonly first: number;
  readonly postings: Buffer;
}

const upToSql = `SELECT first, postings FROM posting WHERE collection_id = ? AND term = ? AND first <= ?
  ORDER BY first DESC LIMIT 1`;
const putSql = 'INSERT OR REPLACE INTO posting (collection_id, term, first, postings) VALUES (?, ?, ?, ?)';
const deleteSql = 'DELETE FROM posting WHERE collection_id = ? AND term = ? AND first = ?';

function applyTerm(
  database: WritableDatabase,
  place: readonly [collectionId: number, term: string],
  { added, removed }: TermChange,
): void {
  // The columns are the ones of the interface.
  const lastUpTo = (id: number) => prepare<StoredBlock>(database, upToSql).get(...place, id);
  const put = (first: number, postings: readonly Posting[]): void => {
    for (const [at, block] of toBlocks(postings).entries())
      prepare(database, putSql).run(...place, at === 0 ? first : firstId(block), block);
  };
  for (const id of removed) {
    const block = lastUpTo(id);
    if (block === undefined) continue;
    const kept = fromBlock(block.postings).filter(posting => !removed.delete(posting.id));
    if (kept.length === 0) prepare(database, deleteSql).run(...place, block.first);
    else put(block.first, kept);
  }
  const [first] = added;
  if (first === undefined) return;
  const last = lastUpTo(first.id);
  if (last === undefined || last.postings.length > blockBytes) put(first.id, added);
  // What damage has left there may have ids that are given again.
  else put(last.first, [...fromBlock(last.postings).filter(({ id }) => id < first.id), ...added]);
}
