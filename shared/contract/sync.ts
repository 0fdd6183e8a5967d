import { z } from 'zod';
import { asNewId } from '../model/names.ts';
import { fileProblemSchema } from '../model/problem.ts';
import { collectionSchema } from './content.ts';
import { nothing, procedure } from './procedure.ts';

/** What one look at the folder changed, all of it in one transaction. */
const syncRoundSchema = z.object({
  at: z.string(),
  created: z.array(z.string()),
  replaced: z.array(z.string()),
  deleted: z.array(z.string()),
  unchanged: z.int(),
  /** These could not be read; what is stored of them stays. */
  refused: z.array(fileProblemSchema),
});
export type SyncRound = z.infer<typeof syncRoundSchema>;

const documentSyncSchema = z.object({
  collection: z.string(),
  /** Absolute. */
  folder: z.string(),
  watching: z.boolean(),
  last_round: syncRoundSchema.optional(),
  /** Why the last round or the watching failed. */
  error: z.string().optional(),
});
export type DocumentSync = z.infer<typeof documentSyncSchema>;

export const syncContract = {
  'documents.sync': procedure({
    summary:
      'Brings a collection in step with a folder by content hash, deletions included; with `watch` it stays so.',
    access: 'write',
    project: true,
    input: z.strictObject({
      collection: asNewId(collectionSchema),
      /** Full or relative to the project. Folders of the project are taken up again when it opens. */
      folder: z.string().min(1),
      watch: z.boolean().optional(),
    }),
    output: documentSyncSchema,
  }),
  'documents.syncStop': procedure({
    summary: 'Stops keeping a collection in step; its documents stay.',
    access: 'write',
    project: true,
    input: z.strictObject({ collection: collectionSchema }),
    output: z.object({ stopped: z.boolean() }),
  }),
  'documents.syncStatus': procedure({
    summary: 'The collections that are kept in step, and what their last round did.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({ syncs: z.array(documentSyncSchema) }),
  }),
};
