import { inStretches } from '../../../shared/stretches.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { contentVersion } from '../../storage/database/content-version.ts';
import type { EmbeddedCollection } from '../../storage/documents/collection-table.ts';
import { type ChunkPlace, readChunkPlaces } from '../../storage/documents/document-table.ts';
import { toVector } from '../../storage/embeddings/embedding-table.ts';
import type { PartKind } from '../../storage/kept-parts.ts';
import { createPause, othersTurn } from '../../storage/pause.ts';
import { createVectorIndex, type VectorIndex } from '../../storage/vectors/vector-index.ts';

/** A collection's chunks in reading order: what ranking needs of them, without their texts. */
export interface CollectionIndex {
  readonly ids: readonly number[];
  /** Of the document that each is of. */
  readonly paths: readonly string[];
  readonly placeOf: ReadonlyMap<number, number>;
  readonly series: Int32Array;
  readonly speakerOf: Int32Array;
  readonly speakers: readonly string[];
  /** Undefined where the collection has no embedder; a chunk that is not embedded is unlike everything. */
  readonly vectors: VectorIndex | undefined;
  readonly unembedded: number;
}

interface CacheEntry {
  readonly version: string;
  readonly index: Promise<CollectionIndex>;
}

/** Rows read without a pause for the event loop. */
const sliceRows = 1000;
/** Collections whose indexes are kept in memory; each conversation is one. */
const keptIndexes = 1024;

const indexes: PartKind<Map<number, CacheEntry>> = { make: () => new Map() };

/** The index of a collection as it is stored now, read when it changed since the last time. */
export async function collectionIndex(
  content: ContentDatabase,
  collection: EmbeddedCollection,
): Promise<CollectionIndex> {
  const cache = content.parts.of(indexes);
  const counted = await content.read(database => contentVersion(database, `documents/${collection.name}`), 0);
  const version = `${collection.name} ${counted} ${collection.embedder}`;
  const known = cache.get(collection.id);
  cache.delete(collection.id);
  const entry = known?.version === version ? known : { version, index: readIndex(content, collection) };
  cache.set(collection.id, entry);
  for (const oldest of [...cache.keys()].slice(0, Math.max(0, cache.size - keptIndexes)))
    cache.delete(oldest);
  try {
    return await entry.index;
  } catch (error) {
    cache.delete(collection.id);
    throw error;
  }
}

async function readIndex(content: ContentDatabase, collection: EmbeddedCollection): Promise<CollectionIndex> {
  const places: ChunkPlace[] = [];
  let after = { path: '', ordinal: -1 };
  for (;;) {
    const slice = await content.read(
      database => readChunkPlaces(database, collection.id, collection.embedder, after, sliceRows),
      [],
    );
    for (const place of slice) places.push(place);
    const last = slice.at(-1);
    if (last === undefined || slice.length < sliceRows) break;
    after = last;
    await othersTurn();
  }
  const index = await inStretches(toIndex(places, collection.embedder !== null), createPause());
  await othersTurn();
  return index;
}

function* toIndex(places: readonly ChunkPlace[], isEmbedded: boolean): Generator<void, CollectionIndex> {
  const seriesNumbers = new Map<string, number>();
  const speakerNumbers = new Map<string, number>();
  const ids: number[] = [];
  const paths: string[] = [];
  const placeOf = new Map<number, number>();
  const series = new Int32Array(places.length);
  const speakerOf = new Int32Array(places.length);
  let unembedded = 0;
  for (const [at, place] of places.entries()) {
    const { id, speaker, vector } = place;
    ids.push(id);
    // Chunks of one document share its text.
    paths.push(places[at - 1]?.path === place.path ? (paths[at - 1] ?? '') : place.path);
    placeOf.set(id, at);
    series[at] = numberOf(seriesNumbers, seriesName(place));
    speakerOf[at] = speaker === null ? -1 : numberOf(speakerNumbers, speaker);
    if (vector === null) unembedded += 1;
    yield;
  }
  const vectors = isEmbedded ? yield* toVectorIndex(places) : undefined;
  return {
    ids,
    paths,
    placeOf,
    series,
    speakerOf,
    speakers: [...speakerNumbers.keys()],
    vectors,
    unembedded,
  };
}

/** The turns in one folder are a conversation, by path; any other document is a series of its own. */
function seriesName({ path, speaker }: ChunkPlace): string {
  return speaker === null ? path : path.slice(0, path.lastIndexOf('/') + 1);
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const number = numbers.get(name) ?? numbers.size;
  numbers.set(name, number);
  return number;
}

function* toVectorIndex(places: readonly ChunkPlace[]): Generator<void, VectorIndex> {
  const dimensions = (places.find(({ vector }) => vector !== null)?.vector?.byteLength ?? 0) / 4;
  const index = createVectorIndex(dimensions, places.length);
  for (const { vector } of places) {
    index.add((vector === null ? undefined : toVector(vector)) ?? new Float32Array(0));
    yield;
  }
  return index;
}
