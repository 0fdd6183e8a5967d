import type { RetrievalMode } from '../../../shared/model/conversation.ts';
import { conversationCollection } from '../../storage/conversations/message-table.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { findCollection } from '../../storage/documents/collection-table.ts';
import { collectionEmbedder } from '../../storage/embeddings/embedding-table.ts';
import { countUnembedded } from '../content/embeddings.ts';
import { searchPaths } from '../content/search-chunks.ts';
import type { EmbedderPort } from '../project/world.ts';
import { positionOf } from './store-conversation.ts';

/** What is looked at of a question; a message may be a whole file. */
export const longestQuery = 4000;

/** How a collection can be searched now: by meaning, too, only where all of it is embedded. */
async function retrievalMode(content: ContentDatabase, collection: string): Promise<RetrievalMode> {
  const found = await content.read(database => {
    const id = findCollection(database, collection);
    return id === undefined ? undefined : { id, embedder: collectionEmbedder(database, id) };
  }, undefined);
  if (found === undefined) return 'none';
  const { id, embedder } = found;
  return embedder !== null && (await countUnembedded(content, id, embedder, 1)) === 0 ? 'hybrid' : 'keyword';
}

/** Positions of the messages that belong to a question, best first. */
export async function recallMessages(
  content: ContentDatabase,
  embedder: EmbedderPort,
  conversationId: string,
  question: string,
  topK: number,
): Promise<{ readonly mode: RetrievalMode; readonly ranked: number[] }> {
  const collection = conversationCollection(conversationId);
  const mode = await retrievalMode(content, collection);
  if (mode === 'none' || topK < 1) return { mode, ranked: [] };
  const query = {
    query: question.slice(0, longestQuery),
    collection,
    topK,
    minScore: 0,
    mode,
    neighbours: 2,
  };
  const paths = await searchPaths(content, embedder, query);
  return { mode, ranked: [...new Set(paths.flatMap(path => positionOf(path) ?? []))] };
}
