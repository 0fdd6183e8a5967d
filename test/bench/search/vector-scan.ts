import { load } from 'sqlite-vec';
import { loadSqlite } from '../../../electron/storage/database/sqlite.ts';
import { createVectorIndex } from '../../../electron/storage/vectors/vector-index.ts';
import { bestPlaces } from '../../../shared/search/best-places.ts';
import { createSeededRandom } from '../../support/seeded-random.ts';
import { median } from '../measure.ts';

export interface ScanFigures {
  /** Milliseconds for the best 20 of all vectors. */
  readonly weft: number;
  readonly sqliteVec: number;
  readonly ratio: number;
  /** Part of sqlite-vec's best 20 that Weft finds as well. */
  readonly overlap: number;
}

const dimensions = 384;
const topK = 20;
const rounds = 15;

/** Exact scan over all vectors, beside sqlite-vec's. */
export async function measureVectorScan(count: number): Promise<ScanFigures> {
  const Database = await loadSqlite();
  const database = new Database(':memory:');
  load(database);
  database.exec(
    `CREATE VIRTUAL TABLE v USING vec0(vector float[${dimensions}] distance_metric=cosine, chunk_size=1024)`,
  );
  const random = createSeededRandom(3);
  const vector = () => toUnit(Float32Array.from({ length: dimensions }, () => random.next() - 0.5));
  const index = createVectorIndex(dimensions, count);
  const insert = database.prepare('INSERT INTO v (rowid, vector) VALUES (?, ?)');
  database.exec('BEGIN');
  for (let row = 0; row < count; row += 1) {
    const entry = vector();
    index.add(entry);
    insert.run(BigInt(row), toBytes(entry));
  }
  database.exec('COMMIT');
  const select = database
    .prepare(`SELECT rowid FROM v WHERE vector MATCH ? AND k = ${topK} ORDER BY distance`)
    .pluck();
  const own: number[] = [];
  const theirs: number[] = [];
  const overlaps: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const query = vector();
    let start = performance.now();
    const found = new Set(bestPlaces(index.cosines(query), topK));
    const ownMs = performance.now() - start;
    start = performance.now();
    const wanted = select.all(toBytes(query)).map(Number);
    const theirMs = performance.now() - start;
    // The first ones warm up.
    if (round < 0) continue;
    own.push(ownMs);
    theirs.push(theirMs);
    overlaps.push(wanted.filter(row => found.has(row)).length / topK);
  }
  database.close();
  return {
    weft: median(own),
    sqliteVec: median(theirs),
    ratio: median(theirs) / median(own),
    overlap: overlaps.reduce((sum, overlap) => sum + overlap, 0) / overlaps.length,
  };
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map(number => number / length);
}

const toBytes = (vector: Float32Array): Buffer => Buffer.from(vector.buffer);
