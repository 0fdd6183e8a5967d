import { AppError } from '../../../shared/contract/errors.ts';
import type { BulkJob } from '../bulk/bulk-job.ts';
import { contentVersion } from '../database/content-version.ts';
import { ensureCollection } from '../documents/collection-table.ts';
import { beginDocuments, deleteDocuments, type PreparedDocument } from '../documents/document-table.ts';
import { setCollectionEmbedder } from '../embeddings/embedding-table.ts';
import { deleteBundle, soilBundles } from '../profiles/bundle-table.ts';
import { beginWaiting, endWaiting } from '../profiles/profile-table.ts';
import { deleteConversation, putConversation, type StoredConversation } from './conversation-table.ts';
import { deleteFitSummaries } from './fit-summary-table.ts';
import { conversationCollection, deleteMessages, type NewMessage, putMessages } from './message-table.ts';
import { deleteSources, putFrame, putSources, type StoredFrame, type StoredSource } from './source-table.ts';

/** A conversation that is stored in place of the one with its id, or what that one becomes. */
interface NewConversation {
  readonly conversation: StoredConversation;
  /** The version that messages are put behind; in place of all that is there when absent. */
  readonly onto?: number;
  /** What its messages are kept embedded with. */
  readonly embedder: string | null;
  /** Its topics and entities are to be found later. */
  readonly waits: boolean;
  /** What it was imported from, where it can be given back. */
  readonly frame?: StoredFrame | undefined;
}

/** Messages in a row, and documents by which any of them are found. */
export interface ConversationPart {
  /** Position of the first message. */
  readonly from: number;
  readonly messages: readonly NewMessage[];
  readonly documents: readonly PreparedDocument[];
  /** Any of the entries that messages were made of. */
  readonly sources: readonly StoredSource[];
}

export const storeConversationJob: BulkJob<NewConversation, ConversationPart, void> = {
  name: 'store conversation',
  *run(database, { conversation, onto, embedder, waits, frame }, parts) {
    const { id, updated_at } = conversation;
    const collection = conversationCollection(id);
    if (onto === undefined) {
      deleteMessages(database, id);
      deleteSources(database, id);
      deleteDocuments(database, collection, undefined);
    } else if (contentVersion(database, `conversations/${id}`) !== onto)
      throw new AppError(
        'busy',
        `the conversation "${id}" was changed meanwhile; nothing was added, try again`,
      );
    putConversation(database, conversation);
    if (frame !== undefined) putFrame(database, id, frame);
    setCollectionEmbedder(database, ensureCollection(database, collection), embedder);
    const change = beginDocuments(database, collection);
    for (const { from, messages, documents, sources } of parts) {
      yield* putMessages(database, id, from, messages);
      yield* putSources(database, id, sources);
      yield* change.put(documents);
    }
    yield* change.end();
    soilBundles(database, 'conversation', id);
    if (waits) beginWaiting(database, id, updated_at);
  },
};

/** The compiled text that is made of a conversation goes with it. */
export const deleteConversationJob: BulkJob<{ readonly id: string; readonly bundle: string }, never, void> = {
  name: 'delete conversation',
  *run(database, { id, bundle }) {
    deleteConversation(database, id);
    deleteFitSummaries(database, id);
    yield;
    deleteDocuments(database, conversationCollection(id), undefined);
    endWaiting(database, id);
    deleteBundle(database, bundle);
  },
};
