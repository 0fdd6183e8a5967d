import type { embeddingsContract } from '../../shared/contract/embeddings.ts';
import { AppError } from '../../shared/contract/errors.ts';
import { findCollection } from '../storage/documents/collection-table.ts';
import {
  collectionEmbedder,
  countUnembedded,
  putEmbeddings,
  setCollectionEmbedder,
  unembeddedTexts,
} from '../storage/embeddings/embedding-table.ts';
import type { Call, Handlers } from './call.ts';
import { configOf } from './config.ts';
import type { OpenProject } from './open-project.ts';

/** Turns embedding off for a collection. */
const noEmbedder = 'none';
/** Texts for one question to the embedder: often enough for progress, and to be cancelled. */
const batchSize = 32;

export const embeddingHandlers: Handlers<keyof typeof embeddingsContract> = {
  async 'documents.embed'({ collection, embedder: given }, call) {
    const project = await call.project();
    const embedder = given ?? (await configOf(project)).embedder;
    const { ids } = call.app.options.world.embedder;
    if (embedder !== noEmbedder && !ids.includes(embedder))
      throw new AppError(
        'unsupported',
        `there is no embedder "${embedder}" here; there are: ${[...ids, noEmbedder].join(', ')}`,
      );
    await requireCollection(project, collection);
    await project.content.write(database => {
      const id = findCollection(database, collection);
      if (id === undefined) return;
      setCollectionEmbedder(database, id, embedder === noEmbedder ? null : embedder);
    });
    return { embedder, embedded: await embedCollection(project, call, collection) };
  },

  'embedders.list': (_, call) => ({ embedders: [...call.app.options.world.embedder.ids] }),
};

async function requireCollection(project: OpenProject, name: string): Promise<void> {
  const id = await project.content.read(database => findCollection(database, name), undefined);
  if (id === undefined)
    throw new AppError('not_found', `there is no collection "${name}"; import documents into it first`);
}

/**
 * Embeds what a collection lacks, batch by batch, each stored at once; cancelled, what is embedded stays. Returns how
 * many texts were embedded: 0 for a collection without embedder.
 */
export async function embedCollection(project: OpenProject, call: Call, collection: string): Promise<number> {
  const state = await pendingTexts(project, collection);
  if (state === undefined) return 0;
  const { total } = state;
  let done = 0;
  for (;;) {
    if (call.cancel.cancelled)
      throw new AppError('deadline', `embedding was cancelled after ${done} of ${total} texts`);
    const embedded = await embedBatch(project, call, state);
    if (embedded === 0) return done;
    done += embedded;
    call.app.events.publish({
      event: 'documents:embedding',
      collection,
      done: Math.min(done, total),
      total,
    });
  }
}

/** Texts that wait for the embedder of their collection. */
export interface PendingTexts {
  readonly collection: string;
  readonly id: number;
  readonly embedder: string;
  readonly total: number;
}

/** What of a collection is to be embedded; undefined for one without embedder. */
export function pendingTexts(
  { content }: OpenProject,
  collection: string,
): Promise<PendingTexts | undefined> {
  return content.read(database => {
    const id = findCollection(database, collection);
    const embedder = id === undefined ? null : collectionEmbedder(database, id);
    if (id === undefined || embedder === null) return undefined;
    return { collection, id, embedder, total: countUnembedded(database, id, embedder) };
  }, undefined);
}

/** Embeds and stores the next few texts; how many, 0 once there are none left. */
export async function embedBatch(
  { content }: OpenProject,
  call: Call,
  { collection, id, embedder }: PendingTexts,
): Promise<number> {
  const batch = await content.read(database => unembeddedTexts(database, id, embedder, batchSize), []);
  if (batch.length === 0) return 0;
  const texts = batch.map(({ text }) => text);
  const vectors = await call.app.options.world.embedder.embed(embedder, texts);
  const entries = batch.map(({ hash }, index) => ({ hash, vector: vectors[index] ?? new Float32Array(0) }));
  await content.write(database => putEmbeddings(database, collection, embedder, entries));
  return batch.length;
}
