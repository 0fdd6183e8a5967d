import { expect, it, onTestFinished } from 'vitest';
import { bestPlaces } from '../../../shared/search/best-places.ts';
import { dotProduct } from '../../../shared/search/dot-product.ts';
import { createSeededRandom } from '../../../test/support/seeded-random.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ContentDatabase } from '../../storage/database/content-database.ts';
import { putDocuments, readChunkPlaces } from '../../storage/documents/document-table.ts';
import { embeddingKey, putVectors } from '../../storage/embeddings/embedding-table.ts';
import { createVectorIndex } from '../../storage/vectors/vector-index.ts';
import { compareExactly } from './exact-cosines.ts';

const dimensions = 64;
const random = createSeededRandom(11);

function unitVector(): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random.next() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map(number => number / length);
}

/** A collection of chunks with vectors under an embedder of the same name. */
async function store(content: ContentDatabase, collection: string, vectors: readonly Float32Array[]) {
  const texts = vectors.map((_, at) => `${collection} ${at}`);
  const documents = texts.map((text, at) => ({
    collection,
    path: `${String(at).padStart(6, '0')}.md`,
    title: text,
    trust: 'imported' as const,
    contentHash: text,
    bytes: text.length,
    chunks: [{ title: text, content: text, body: text, chars4: 3, o200k_base: 2, cleanUnder: 1 }],
    updatedAt: '2026-11-22T00:00:00.000Z',
  }));
  await content.writeInSteps(
    database => putDocuments(database, documents),
    () => false,
  );
  const entries = texts.map((text, at) => ({
    hash: embeddingKey(text),
    vector: vectors[at] ?? new Float32Array(),
  }));
  await content.write(database => putVectors(database, collection, entries));
}

async function openWith(parts: Readonly<Record<string, readonly Float32Array[]>>) {
  const content = new ContentDatabase(temporaryFolder(), () => '2026-11-22T00:00:00.000Z');
  onTestFinished(() => content.close());
  for (const [collection, vectors] of Object.entries(parts)) await store(content, collection, vectors);
  const idsOf = (collectionId: number) =>
    content.read(
      database =>
        readChunkPlaces(database, collectionId, null, { path: '', ordinal: -1 }, 1e6).map(({ id }) => id),
      [],
    );
  return { content, idsOf };
}

function indexOf(vectors: readonly Float32Array[]) {
  const index = createVectorIndex(dimensions, vectors.length);
  for (const vector of vectors) index.add(vector);
  return index;
}

it('gives the order and the scores of the stored numbers, though bytes were compared before', async () => {
  const vectors = Array.from({ length: 3000 }, unitVector);
  const { content, idsOf } = await openWith({ notes: vectors });
  const ids = await idsOf(1);
  const index = indexOf(vectors);
  for (let round = 0; round < 20; round += 1) {
    const query = unitVector();
    const exact = Float32Array.from(vectors, vector => dotProduct(query, vector));
    const cosines = index.cosines(query);
    const part = { embedder: 'notes', ids, query, tolerance: index.tolerance, offset: 0 };
    await compareExactly(content, [part], cosines, 20);
    const best = bestPlaces(cosines, 20);
    expect(best).toEqual(bestPlaces(exact, 20));
    expect(best.map(place => cosines[place])).toEqual(best.map(place => exact[place]));
  }
});

it('compares each collection with its own embedder, and leaves what has no vector as it was', async () => {
  const [left, right] = [[unitVector(), unitVector()], [unitVector()]];
  const { content, idsOf } = await openWith({ left, right });
  const query = unitVector();
  const cosines = Float32Array.of(0.5, 0.4, 0.3);
  const parts = [
    { embedder: 'left', ids: await idsOf(1), query, tolerance: 0, offset: 0 },
    { embedder: 'left', ids: await idsOf(2), query, tolerance: 0, offset: 2 },
  ];
  await compareExactly(content, parts, cosines, 5);
  const [first, second] = left;
  const own = [first, second].map(vector => dotProduct(query, vector ?? query));
  expect([...cosines]).toEqual([...Float32Array.from([...own, 0.3])]);
});
