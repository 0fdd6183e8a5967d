import { AppError } from '../../../shared/contract/errors.ts';
import type { Element } from '../../../shared/model/element.ts';
import { bestPlaces } from '../../../shared/search/best-places.ts';
import { calibrateByChance, measuredCalibration } from '../../engine/ledger/calibrate-meaning.ts';
import type { DocumentQuery, VectorQuery } from '../../engine/ports.ts';
import { asSaid } from '../../engine/retrieval/as-said.ts';
import { companionChunks, companionWords } from '../../engine/retrieval/companion-words.ts';
import { meanDirection } from '../../engine/retrieval/mean-direction.ts';
import {
  type ChunkPlaces,
  type ChunkSignals,
  type RankedChunk,
  rankChunks,
  relevantPlaces,
} from '../../engine/retrieval/rank-chunks.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import type { ReadableDatabase } from '../../storage/database/sqlite.ts';
import {
  type EmbeddedCollection,
  listCollections,
  listEmbeddedCollections,
} from '../../storage/documents/collection-table.ts';
import { readElements, searchDocuments } from '../../storage/documents/search-documents.ts';
import type { EmbedderPort } from '../project/world.ts';
import { type CollectionIndex, collectionIndex } from './collection-index.ts';
import { compareExactly } from './exact-cosines.ts';
import { type IndexedPart, matches } from './match-parts.ts';

/** Best matching chunks by words, meaning or both (`document_search`). */
export async function searchChunks(
  content: ContentDatabase,
  embedder: EmbedderPort,
  query: DocumentQuery,
): Promise<Element[]> {
  const { mode = 'keyword', neighbours = 0 } = query;
  if (mode === 'keyword' && neighbours === 0)
    return content.read(database => searchDocuments(database, query), []);
  const { parts, ranked } = await rankIndexed(content, embedder, query);
  return ranked.length === 0 ? [] : content.read(database => readRanked(database, parts, ranked), []);
}

/** Paths of the documents of these chunks, for who knows the texts: the chunks are not read. */
export async function searchPaths(
  content: ContentDatabase,
  embedder: EmbedderPort,
  query: DocumentQuery,
): Promise<string[]> {
  const { parts, ranked } = await rankIndexed(content, embedder, query);
  return ranked.flatMap(({ place }) => {
    const part = partAt(parts, place);
    return part?.index.paths[place - part.offset] ?? [];
  });
}

/** The best chunks by what is kept of them beside their texts. */
async function rankIndexed(
  content: ContentDatabase,
  embedder: EmbedderPort,
  query: DocumentQuery,
): Promise<{ readonly parts: readonly IndexedPart[]; readonly ranked: readonly RankedChunk[] }> {
  const { mode = 'keyword', neighbours = 0 } = query;
  const parts = await indexedParts(content, query.collection === undefined ? undefined : [query.collection]);
  if (parts.length === 0 || query.query.trim() === '') return { parts, ranked: [] };
  const limit = Math.max(query.topK, companionChunks);
  const cosines =
    mode === 'keyword' ? undefined : await cosinesOf(content, parts, embedder, query.query, limit);
  const places = joinPlaces(parts);
  const options = { query: query.query, neighbours, limit };
  const ranked =
    mode === 'semantic' && cosines !== undefined && neighbours === 0
      ? byCosine(cosines, limit)
      : await content.read(
          database => rankByAll(database, parts, places, { options, cosines, isHybrid: mode === 'hybrid' }),
          [],
        );
  return { parts, ranked: ranked.filter(({ score }) => score >= query.minScore).slice(0, query.topK) };
}

/** Chunks that were found in several collections, and which of these were searched by words only. */
export interface FoundAcross {
  readonly elements: Element[];
  readonly byWordsOnly: readonly string[];
}

/**
 * Best chunks of several collections, ranked as if they were one, by words and meaning; what is not wholly embedded is
 * found by words. Nothing that has nothing to do with the query.
 */
export async function searchAcross(
  content: ContentDatabase,
  embedder: EmbedderPort,
  asked: {
    readonly query: string;
    readonly collections: readonly string[];
    readonly topK: number;
    readonly neighbours: number;
  },
): Promise<FoundAcross> {
  const { query, topK, neighbours } = asked;
  const parts = await indexedParts(content, asked.collections);
  const isKnown = ({ embedder: id }: EmbeddedCollection): boolean => id !== null && embedder.ids.includes(id);
  const [byMeaning, byWords] = [true, false].map(wanted =>
    parts.filter(
      ({ collection, index }) =>
        (index.vectors !== undefined && index.unembedded === 0 && isKnown(collection)) === wanted,
    ),
  );
  const byWordsOnly = (byWords ?? []).map(({ collection }) => collection.name);
  if (query.trim() === '' || parts.length === 0) return { elements: [], byWordsOnly };
  const places = joinPlaces(parts);
  const limit = Math.max(topK, companionChunks);
  const cosines =
    byMeaning === undefined || byMeaning.length === 0
      ? undefined
      : await compareParts(content, byMeaning, { embedder, text: query, limit, within: places });
  const calibrations = new Map(parts.map(part => [part, cosines && calibrationOf(part, cosines)]));
  const options = { query, neighbours, limit };
  const elements = await content.read(database => {
    const words = matches(database, parts, query);
    const isRelevant = relevantPlaces(places, { words, ...(cosines && { cosines }) }, place => {
      const part = partAt(parts, place);
      return part && calibrations.get(part);
    });
    const isHybrid = cosines !== undefined;
    const ranked = rankByAll(database, parts, places, { options, cosines, isHybrid, words });
    return readRanked(database, parts, ranked.filter(({ place }) => isRelevant(place)).slice(0, topK));
  }, []);
  return { elements, byWordsOnly };
}

/** What a cosine of a part stands for; of an embedder that nobody measured by what the query is to everything. */
const calibrationOf = ({ collection, index, offset }: IndexedPart, cosines: Float32Array) =>
  measuredCalibration(collection.embedder ?? '') ??
  calibrateByChance(cosines.subarray(offset, offset + index.ids.length));

/** Chunks of one collection by cosine (`vector_search`). */
export function searchVectors(
  content: ContentDatabase,
  embedder: EmbedderPort,
  query: VectorQuery,
): Promise<Element[]> {
  return searchChunks(content, embedder, { ...query, mode: 'semantic' });
}

async function indexedParts(
  content: ContentDatabase,
  names: readonly string[] | undefined,
): Promise<IndexedPart[]> {
  const collections = await content.read(database => listEmbeddedCollections(database, names), []);
  const parts: IndexedPart[] = [];
  let offset = 0;
  for (const collection of collections) {
    const index = await collectionIndex(content, collection);
    parts.push({ collection, index, offset });
    offset += index.ids.length;
  }
  return parts;
}

/** Meaning is compared or the search fails: words alone would look like an answer and be none. */
async function cosinesOf(
  content: ContentDatabase,
  parts: readonly IndexedPart[],
  embedder: EmbedderPort,
  text: string,
  limit: number,
): Promise<Float32Array> {
  for (const { collection, index } of parts) refuseUnembedded(collection, index);
  return compareParts(content, parts, { embedder, text, limit });
}

interface Comparison {
  readonly embedder: EmbedderPort;
  readonly text: string;
  readonly limit: number;
  /** All places, where the parts are some of them, and who speaks in any: then the query is the same for all parts. */
  readonly within?: ChunkPlaces;
}

/** Cosines by place; what belongs to none of the parts has 0. */
async function compareParts(
  content: ContentDatabase,
  parts: readonly IndexedPart[],
  { embedder, text, limit, within }: Comparison,
): Promise<Float32Array> {
  const all = new Float32Array(within?.size ?? parts.reduce((sum, { index }) => sum + index.ids.length, 0));
  const compared = await Promise.all(
    parts.map(async ({ collection, index, offset }) => {
      const id = collection.embedder ?? '';
      const query = await queryVector(embedder, id, text, within?.speakers ?? index.speakers);
      if (index.vectors !== undefined) all.set(index.vectors.cosines(query), offset);
      return { embedder: id, ids: index.ids, query, tolerance: index.vectors?.tolerance ?? 0, offset };
    }),
  );
  await compareExactly(content, compared, all, limit);
  return all;
}

/** What a query means; what it asks about a speaker means half of it what that speaker would say. */
async function queryVector(
  embedder: EmbedderPort,
  id: string,
  text: string,
  speakers: readonly string[],
): Promise<Float32Array> {
  return meanDirection(await embedder.embed(id, [...new Set([text, asSaid(text, speakers)])]));
}

function refuseUnembedded({ name, embedder }: EmbeddedCollection, index: CollectionIndex): void {
  if (index.vectors === undefined || embedder === null)
    throw new AppError(
      'unsupported',
      `the collection "${name}" is not embedded; run documents.embed for it, or search with mode keyword`,
    );
  if (index.unembedded > 0)
    throw new AppError(
      'unsupported',
      `${index.unembedded} of ${index.ids.length} chunks of "${name}" are not embedded yet; run documents.embed for it`,
    );
}

function joinPlaces(parts: readonly IndexedPart[]): ChunkPlaces {
  const speakers = [...new Set(parts.flatMap(({ index }) => index.speakers))];
  const series = new Int32Array(parts.reduce((sum, { index }) => sum + index.ids.length, 0));
  const speakerOf = new Int32Array(series.length);
  let seriesBefore = 0;
  for (const { index, offset } of parts) {
    const numbers = index.speakers.map(speaker => speakers.indexOf(speaker));
    for (const [at, own] of index.series.entries()) {
      series[offset + at] = seriesBefore + own;
      speakerOf[offset + at] = numbers[index.speakerOf[at] ?? -1] ?? -1;
    }
    seriesBefore += index.ids.length;
  }
  return {
    size: series.length,
    seriesOf: place => series[place] ?? -1,
    speakerOf: place => speakerOf[place] ?? -1,
    speakers,
  };
}

interface Ranking {
  readonly options: Parameters<typeof rankChunks>[2];
  readonly cosines: Float32Array | undefined;
  readonly isHybrid: boolean;
  /** Looked for when absent. */
  readonly words?: ReadonlyMap<number, number>;
}

function rankByAll(
  database: ReadableDatabase,
  parts: readonly IndexedPart[],
  places: ChunkPlaces,
  { options, cosines, isHybrid, words }: Ranking,
): RankedChunk[] {
  const isMeaningOnly = cosines !== undefined && !isHybrid;
  const signals: ChunkSignals = {
    words: isMeaningOnly ? new Map() : (words ?? matches(database, parts, options.query)),
    ...(cosines !== undefined && { cosines }),
  };
  const first = rankChunks(places, signals, options);
  if (!isHybrid) return first;
  const best = first.slice(0, companionChunks);
  const texts = readRanked(database, parts, best).map(({ content, score = 0 }) => ({ content, score }));
  const companions = matches(database, parts, companionWords(options.query, texts).join(' '));
  return rankChunks(places, { ...signals, companions }, options);
}

const byCosine = (cosines: Float32Array, limit: number): RankedChunk[] =>
  bestPlaces(cosines, limit).map(place => ({ place, score: Math.min(1, cosines[place] ?? 0) }));

function readRanked(
  database: ReadableDatabase,
  parts: readonly IndexedPart[],
  ranked: readonly RankedChunk[],
): Element[] {
  const wanted = ranked.flatMap(({ place, score }) => {
    const part = partAt(parts, place);
    const id = part?.index.ids[place - part.offset];
    return id === undefined ? [] : [{ id, score }];
  });
  return readElements(database, wanted);
}

const partAt = (parts: readonly IndexedPart[], place: number): IndexedPart | undefined =>
  parts.findLast(({ offset }) => offset <= place);

/** Names of the collections of users. */
export function collectionNames(content: ContentDatabase): Promise<readonly string[]> {
  return content.read(database => listCollections(database).map(({ name }) => name), []);
}
