import { z } from 'zod';
import { collectionSchema } from './content.ts';
import { nothing, procedure } from './procedure.ts';

export const embeddingsContract = {
  'documents.embed': procedure({
    summary:
      'Embeds what of a collection is not embedded yet, and keeps it embedded from now on; `none` ends that. Events tell the progress.',
    access: 'write',
    project: true,
    input: z.strictObject({
      collection: collectionSchema,
      /** That of the configuration when absent. */
      embedder: z.string().min(1).max(200).optional(),
    }),
    output: z.object({ embedder: z.string(), embedded: z.int() }),
  }),
  'embedders.list': procedure({
    summary: 'Embedders that can be used here.',
    access: 'read',
    project: false,
    input: nothing,
    output: z.object({ embedders: z.array(z.string()) }),
  }),
};
