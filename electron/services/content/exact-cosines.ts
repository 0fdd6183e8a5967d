import { bestPlaces } from '../../../shared/search/best-places.ts';
import { dotProduct } from '../../../shared/search/dot-product.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { readChunkVectors } from '../../storage/embeddings/embedding-table.ts';

/** Chunks that were compared with a query, all of one embedder; `ids` by place. */
interface ComparedChunks {
  readonly embedder: string;
  readonly ids: readonly number[];
  readonly query: Float32Array;
  /** How far two of its cosines may be off together. */
  readonly tolerance: number;
  /** Where their places begin among those of all. */
  readonly offset: number;
}

/** At least so many places may be compared again, for lists of nearly equal texts. */
const leastCompared = 200;

/**
 * Replaces the cosines of the best places, which were compared as bytes, by those of the stored numbers: of all that may
 * belong to the best `limit`. `cosines` belongs to the caller and is written into.
 */
export async function compareExactly(
  content: ContentDatabase,
  parts: readonly ComparedChunks[],
  cosines: Float32Array,
  limit: number,
): Promise<void> {
  const tolerance = Math.max(0, ...parts.map(part => part.tolerance));
  const best = bestPlaces(cosines, Math.max(leastCompared, 2 * limit));
  const least = (cosines[best[limit - 1] ?? -1] ?? 0) - tolerance;
  const places = best.filter(place => (cosines[place] ?? 0) >= least);
  for (const { embedder, ids, query, offset } of parts) {
    const own = places.filter(place => place >= offset && place < offset + ids.length);
    if (own.length === 0) continue;
    const wanted = own.map(place => ids[place - offset] ?? 0);
    const vectors = await content.read(
      database => readChunkVectors(database, embedder, wanted),
      new Map<number, Float32Array>(),
    );
    for (const [at, place] of own.entries()) {
      const vector = vectors.get(wanted[at] ?? 0);
      // What was written in between is compared the next time.
      if (vector?.length === query.length) cosines[place] = dotProduct(query, vector);
    }
  }
}
