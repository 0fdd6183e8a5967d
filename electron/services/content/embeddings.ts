import type { embeddingsContract } from '../../../shared/contract/embeddings.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { findCollection } from '../../storage/documents/collection-table.ts';
import {
  collectionEmbedder,
  countUnembeddedBehind,
  putEmbeddings,
  setCollectionEmbedder,
  type UnembeddedSlice,
  unembeddedBehind,
} from '../../storage/embeddings/embedding-table.ts';
import { createPause } from '../../storage/pause.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import type { Handlers, Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';

/** Turns embedding off for a collection. */
const noEmbedder = 'none';
/** Texts for one question to the embedder: often enough for progress, and to be cancelled. */
const batchSize = 32;

export const embeddingHandlers: Handlers<keyof typeof embeddingsContract> = {
  async 'documents.embed'({ collection, embedder: given }, call) {
    const project = await call.project();
    const embedder = given ?? (await configOf(project)).embedder;
    const { ids } = call.world.embedder;
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

  'embedders.list': (_, call) => ({ embedders: [...call.world.embedder.ids] }),
};

async function requireCollection(project: OpenProject, name: string): Promise<void> {
  const id = await project.content.read(database => findCollection(database, name), undefined);
  if (id === undefined) throw await noSuch(project.content, 'collection', name);
}

/**
 * Embeds what a collection lacks, batch by batch, each stored at once; cancelled, what is embedded stays. Returns how
 * many texts were embedded: 0 for a collection without embedder.
 */
export async function embedCollection(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'publish'>,
  collection: string,
): Promise<number> {
  const state = await pendingTexts(project, collection);
  if (state === undefined) return 0;
  const { total } = state;
  let done = 0;
  for (;;) {
    if (needs.cancel.cancelled)
      throw new AppError('deadline', `embedding was cancelled after ${done} of ${total} texts`);
    const embedded = await embedBatch(project, needs, state);
    if (embedded === 0) return done;
    done += embedded;
    needs.publish({
      event: 'documents:embedding',
      collection,
      done: Math.min(done, total),
      total,
    });
  }
}

/** Texts that wait for the embedder of their collection. */
interface PendingTexts {
  readonly collection: string;
  readonly id: number;
  readonly embedder: string;
  readonly total: number;
  /** Documents up to this path wait for nothing any more. */
  doneUpTo: string;
  /** There are no documents behind it. */
  isDone: boolean;
  /** Read already, and next. */
  read: UnembeddedSlice | undefined;
}

/** What of a collection is to be embedded; undefined for one without embedder. */
export async function pendingTexts(
  { content }: OpenProject,
  collection: string,
): Promise<PendingTexts | undefined> {
  const found = await content.read(database => {
    const id = findCollection(database, collection);
    const embedder = id === undefined ? null : collectionEmbedder(database, id);
    return id === undefined || embedder === null ? undefined : { id, embedder };
  }, undefined);
  if (found === undefined) return undefined;
  const pending: PendingTexts = {
    collection,
    ...found,
    total: 0,
    doneUpTo: '',
    isDone: false,
    read: undefined,
  };
  const first = await nextTexts(content, pending);
  // Most talks wait with no more than is read at once, and to count is as dear as to read.
  const isAll = first === undefined || (first.isAll && first.isEnd);
  const total = isAll ? (first?.texts.length ?? 0) : await countUnembedded(content, found.id, found.embedder);
  return { ...pending, total, read: first };
}

/** How many chunks of a collection have no vector of this embedder; ends at `enough` of them. Others run in between. */
export async function countUnembedded(
  content: ContentDatabase,
  id: number,
  embedder: string,
  enough = Number.POSITIVE_INFINITY,
): Promise<number> {
  const pause = createPause();
  let waiting = 0;
  let path = '';
  while (waiting < enough) {
    const behind = path;
    const slice = await content.read(
      database => countUnembeddedBehind(database, id, embedder, behind),
      undefined,
    );
    if (slice === undefined) break;
    waiting += slice.count;
    path = slice.last;
    if (slice.isEnd) break;
    await pause();
  }
  return waiting;
}

/** Embeds and stores the next few texts; how many, 0 once there are none left. */
export async function embedBatch(
  { content }: OpenProject,
  needs: Needs<'world'>,
  pending: PendingTexts,
): Promise<number> {
  const { collection, embedder } = pending;
  const slice = pending.read ?? (await nextTexts(content, pending));
  pending.read = undefined;
  if (slice === undefined) return 0;
  const batch = slice.texts;
  const texts = batch.map(({ text }) => text);
  const vectors = await needs.world.embedder.embed(embedder, texts);
  const entries = batch.map(({ hash }, index) => ({ hash, vector: vectors[index] ?? new Float32Array(0) }));
  await content.write(database => putEmbeddings(database, collection, embedder, entries));
  if (slice.isAll) goBehind(pending, slice);
  return batch.length;
}

async function nextTexts(
  content: ContentDatabase,
  pending: PendingTexts,
): Promise<UnembeddedSlice | undefined> {
  const { id, embedder } = pending;
  const pause = createPause();
  while (!pending.isDone) {
    const from = { path: pending.doneUpTo, mostTexts: batchSize };
    const slice = await content.read(database => unembeddedBehind(database, id, embedder, from), undefined);
    if (slice === undefined || slice.texts.length > 0) return slice;
    goBehind(pending, slice);
    await pause();
  }
  return undefined;
}

function goBehind(pending: PendingTexts, { last, isEnd }: UnembeddedSlice): void {
  pending.doneUpTo = last;
  pending.isDone = isEnd;
}
