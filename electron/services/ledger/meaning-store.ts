import { compareCodeUnits } from '../../../shared/model/compare-code-units.ts';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import {
  type Calibration,
  calibrateByUnrelated,
  measuredCalibration,
  relevanceOfCosine,
} from '../../engine/ledger/calibrate-meaning.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { findVectorsAlike, hasVectors, noVectors } from '../../storage/embeddings/embedding-table.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { othersTurn } from '../../storage/pause.ts';
import { createVectorIndex } from '../../storage/vectors/vector-index.ts';
import type { LedgerSource } from './ledger-source.ts';
import type { MeaningKeys } from './meaning-keys.ts';

/** What the records of a ledger mean, in one embedder's vectors. */
export interface MeaningStore {
  /** Texts with a vector. */
  readonly size: number;
  /** Takes the vectors that are stored for what was written since the last time. */
  load(): Promise<void>;
  /** Places of texts without a vector, the last written first. */
  missing(limit: number): readonly number[];
  add(place: number, vector: Float32Array): void;
  /** Leaves a text without a vector. */
  leave(place: number): void;
  /** Relevance in 0..1 by place; undefined where the cosines of the embedder cannot be calibrated yet. */
  relevance(query: Float32Array): Float32Array | undefined;
}

/** Texts looked up without a pause for the event loop, more or less. */
const sliceTexts = 256;
/** Vectors of one block of memory. */
const blockVectors = 8192;
/** Texts of which meaning is compared, the last written ones of a ledger as it is opened: half a kilobyte each. */
const mostMeant = 200_000;
/** Vectors that calibration compares with each other. */
const sampledVectors = 96;

/** By embedder. */
const stores: PartKind<Map<string, MeaningStore>> = { make: () => new Map() };

/** The vectors of a ledger; a ledger that is read anew begins with none. */
export function meaningStore(
  content: ContentDatabase,
  { parts, meaningKeys }: LedgerSource & { readonly meaningKeys: MeaningKeys },
  embedder: string,
): MeaningStore {
  const own = parts.of(stores);
  const store = own.get(embedder) ?? createMeaningStore(content, meaningKeys, embedder);
  own.set(embedder, store);
  return store;
}

function createMeaningStore(content: ContentDatabase, keys: MeaningKeys, embedder: string): MeaningStore {
  const queue = createSerialQueue();
  const vectors = createGrowingVectors();
  const sample = createSample();
  const pending = createPending();
  let known = 0;
  const unread: AlikeTexts[] = [];
  const add = (place: number, vector: Float32Array): void => {
    if (!pending.delete(place)) return;
    vectors.add(place, vector);
    sample.add(keys.at(place), vector);
  };
  const lookUp = async (): Promise<void> => {
    // What is older than the first so many stays without meaning.
    known = Math.max(known, keys.size - mostMeant);
    if (known < keys.size && (await content.read(database => hasVectors(database, embedder), false)))
      unread.push(...textsByKey(keys, known));
    for (; known < keys.size; known += 1) pending.add(known);
    for (let [next] = unread; next !== undefined; [next] = unread) {
      const { begin, places } = next;
      const wanted = places.map(place => keys.at(place));
      const found = await content.read(
        database => findVectorsAlike(database, embedder, begin, wanted),
        noVectors,
      );
      for (const [at, place] of places.entries()) {
        const vector = found.get(wanted[at] ?? '');
        if (vector !== undefined) add(place, vector);
      }
      unread.shift();
      await othersTurn();
    }
  };
  return {
    get size() {
      return vectors.size();
    },
    load: () => queue(lookUp),
    missing: pending.last,
    add,
    leave: pending.delete,
    relevance(query) {
      const calibration = measuredCalibration(embedder) ?? sample.calibration();
      return calibration === undefined ? undefined : vectors.relevance(query, keys.size, calibration);
    },
  };
}

/** Texts whose keys begin alike. */
interface AlikeTexts {
  readonly begin: string;
  readonly places: readonly number[];
}

/** What stands from a place on, by how keys begin: vectors lie on disk in the order of their keys. */
function textsByKey(keys: MeaningKeys, from: number): AlikeTexts[] {
  const length = Math.max(1, Math.ceil(Math.log((keys.size - from) / sliceTexts) / Math.log(16)));
  const alike = new Map<string, number[]>();
  for (let place = from; place < keys.size; place += 1) {
    const begin = keys.at(place).slice(0, length);
    const places = alike.get(begin);
    if (places === undefined) alike.set(begin, [place]);
    else places.push(place);
  }
  return [...alike]
    .map(([begin, places]) => ({ begin, places }))
    .sort((left, right) => compareCodeUnits(left.begin, right.begin));
}

/** Places that wait for a vector; the last ones are found without looking through all. */
function createPending() {
  const waiting = new Set<number>();
  const order: number[] = [];
  const isOver = (place: number | undefined): boolean => place !== undefined && !waiting.has(place);
  return {
    add(place: number): void {
      waiting.add(place);
      order.push(place);
    },
    delete: (place: number): boolean => waiting.delete(place),
    last(limit: number): number[] {
      while (isOver(order.at(-1))) order.pop();
      const found: number[] = [];
      for (let at = order.length - 1; at >= 0 && found.length < limit; at -= 1) {
        const place = order[at];
        if (place !== undefined && waiting.has(place)) found.push(place);
      }
      return found;
    },
  };
}

/** Vectors in blocks, as many as come; all of one length, that of the first. */
function createGrowingVectors() {
  const blocks: ReturnType<typeof createVectorIndex>[] = [];
  const places: number[] = [];
  let dimensions = 0;
  return {
    size: () => places.length,
    add(place: number, vector: Float32Array): void {
      if (places.length === 0) dimensions = vector.length;
      if (places.length % blockVectors === 0) blocks.push(createVectorIndex(dimensions, blockVectors));
      blocks.at(-1)?.add(vector);
      places.push(place);
    },
    relevance(query: Float32Array, count: number, calibration: Calibration): Float32Array {
      const found = new Float32Array(count);
      const lowest = calibration[0]?.cosine ?? 1;
      for (const [block, vectors] of blocks.entries()) {
        const cosines = vectors.cosines(query);
        for (let at = 0; at < cosines.length; at += 1) {
          const cosine = cosines[at] ?? 0;
          if (cosine > lowest)
            found[places[block * blockVectors + at] ?? 0] = relevanceOfCosine(cosine, calibration);
        }
      }
      return found;
    },
  };
}

/** Different texts taken at random, but the same ones in whatever order they come: those with the smallest keys. */
function createSample() {
  const chosen = new Map<string, Float32Array>();
  let largest = '';
  let calibration: Calibration | undefined;
  return {
    add(key: string, vector: Float32Array): void {
      if (chosen.has(key) || (chosen.size >= sampledVectors && key > largest)) return;
      chosen.set(key, vector);
      if (chosen.size > sampledVectors) chosen.delete(largest);
      largest = [...chosen.keys()].sort().at(-1) ?? '';
      calibration = undefined;
    },
    calibration(): Calibration | undefined {
      calibration ??= calibrateByUnrelated([...chosen.values()]);
      return calibration;
    },
  };
}
