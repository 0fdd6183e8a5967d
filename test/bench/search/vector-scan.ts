import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareExactly } from '../../../electron/services/content/exact-cosines.ts';
import { ContentDatabase } from '../../../electron/storage/database/content-database.ts';
import { putDocuments, readChunkPlaces } from '../../../electron/storage/documents/document-table.ts';
import { embeddingKey, putVectors } from '../../../electron/storage/embeddings/embedding-table.ts';
import { createVectorIndex } from '../../../electron/storage/vectors/vector-index.ts';
import { bestPlaces } from '../../../shared/search/best-places.ts';
import { openSqliteVec } from '../../peers/sqlite-vec.ts';
import { createSeededRandom } from '../../support/seeded-random.ts';
import { median } from '../measure.ts';

export interface ScanFigures {
  /** Milliseconds for the best 20 of all vectors: all compared as bytes, the best again by the stored numbers. */
  readonly weft: number;
  readonly sqliteVec: number;
  readonly ratio: number;
  /** Part of sqlite-vec's best 20 that Weft finds as well. */
  readonly overlap: number;
}

const dimensions = 384;
const topK = 20;
const rounds = 40;
const embedder = 'bench';

/** Exact scan over all vectors, beside sqlite-vec's. */
export async function measureVectorScan(count: number): Promise<ScanFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-vectors-'));
  const content = new ContentDatabase(folder, () => '2026-01-01T00:00:00.000Z');
  try {
    return await compare(content, count);
  } finally {
    await content.close();
    rmSync(folder, { recursive: true });
  }
}

async function compare(content: ContentDatabase, count: number): Promise<ScanFigures> {
  const random = createSeededRandom(3);
  const vector = () => toUnit(Float32Array.from({ length: dimensions }, () => random.next() - 0.5));
  const peer = await openSqliteVec(dimensions);
  const index = createVectorIndex(dimensions, count);
  await storeChunks(content, count);
  peer.begin();
  await content.write(database => {
    for (let row = 0; row < count; row += 1) {
      const entry = vector();
      index.add(entry);
      peer.add(row, entry);
      putVectors(database, embedder, [{ hash: embeddingKey(textOf(row)), vector: entry }]);
    }
  });
  peer.commit();
  const ids = await readIds(content, count);
  const best = async (query: Float32Array): Promise<number[]> => {
    const cosines = index.cosines(query);
    const part = { embedder, ids, query, tolerance: index.tolerance, offset: 0 };
    await compareExactly(content, [part], cosines, topK);
    return bestPlaces(cosines, topK);
  };
  const own: number[] = [];
  const theirs: number[] = [];
  const overlaps: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const query = vector();
    let start = performance.now();
    const found = new Set(await best(query));
    const ownMs = performance.now() - start;
    start = performance.now();
    const wanted = peer.best(query, topK);
    const theirMs = performance.now() - start;
    // The first ones warm up.
    if (round < 0) continue;
    own.push(ownMs);
    theirs.push(theirMs);
    overlaps.push(wanted.filter(row => found.has(row)).length / topK);
  }
  peer.close();
  return {
    weft: median(own),
    sqliteVec: median(theirs),
    ratio: median(theirs) / median(own),
    overlap: overlaps.reduce((sum, overlap) => sum + overlap, 0) / overlaps.length,
  };
}

const textOf = (row: number): string => `text ${row}`;

/** One chunk a document, in the order of the rows. */
async function storeChunks(content: ContentDatabase, count: number): Promise<void> {
  const documents = Array.from({ length: count }, (_, row) => ({
    collection: 'bench',
    path: `${String(row).padStart(9, '0')}.md`,
    title: '',
    trust: 'imported' as const,
    contentHash: String(row),
    bytes: 10,
    chunks: [
      { title: '', content: textOf(row), body: textOf(row), chars4: 3, o200k_base: 2, cleanUnder: null },
    ],
    updatedAt: '2026-01-01T00:00:00.000Z',
  }));
  await content.writeInSteps(
    database => putDocuments(database, documents),
    () => false,
  );
}

function readIds(content: ContentDatabase, count: number): Promise<number[]> {
  const before = { path: '', ordinal: -1 };
  return content.read(database => readChunkPlaces(database, 1, null, before, count).map(({ id }) => id), []);
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map(number => number / length);
}
