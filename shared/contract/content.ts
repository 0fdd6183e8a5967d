import { z } from 'zod';
import { elementSchema } from '../model/element.ts';
import { warningSchema } from '../model/evaluation.ts';
import { asName, asNewId } from '../model/names.ts';
import { fileProblemSchema } from '../model/problem.ts';
import { redactionModes } from '../model/redaction-mode.ts';
import { storedNameSchema as name } from '../model/stored-name.ts';
import { importLimits } from './import-limits.ts';
import { nothing, procedure } from './procedure.ts';

export const collectionSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/, 'must be 1-64 letters, digits, " ._-"');
/** One of them, or the index of a conversation's messages. */
const searchedCollection = z.union([collectionSchema, z.string().regex(/^conversation:/)]);
const keyAddress = z.strictObject({ instance: name, namespace: name, key: name });

/** All secrets of a text are replaced; so many are listed. */
export const mostRedactionFindings = 10_000;

const documentSchema = z.object({
  id: z.string(),
  collection: z.string(),
  path: z.string(),
  title: z.string(),
  chunks: z.int(),
  tokens: z.int(),
  bytes: z.int(),
  updated_at: z.string(),
});
export type StoredDocument = z.infer<typeof documentSchema>;

const documentImportReportSchema = z.object({
  collection: z.string(),
  imported: z.array(z.object({ path: z.string(), chunks: z.int(), change: z.enum(['created', 'replaced']) })),
  unchanged: z.array(z.string()),
  refused: z.array(fileProblemSchema),
});
export type DocumentImportReport = z.infer<typeof documentImportReportSchema>;

export const contentContract = {
  'documents.import': procedure({
    summary:
      'Imports Markdown or text, as given or from a folder, into a collection; all in one transaction.',
    access: 'write',
    project: true,
    input: z.strictObject({
      collection: asNewId(collectionSchema),
      files: z
        .array(z.strictObject({ path: asName(z.string().min(1).max(1000)), text: z.string() }))
        .max(importLimits.files)
        .optional(),
      folder: z.string().optional(),
      dry_run: z.boolean().optional(),
    }),
    output: documentImportReportSchema,
  }),
  'documents.search': procedure({
    summary:
      'Best matching chunks, best first, by words (bm25), by meaning (cosine of embeddings) or both; scores in 0..1.',
    access: 'read',
    project: true,
    input: z.strictObject({
      query: z.string().max(100_000),
      /** All when absent; messages of conversations are searched with `conversations.search`. */
      collection: searchedCollection.optional(),
      topK: z.int().min(1).max(1000).optional(),
      /** `keyword` when absent; the others need an embedded collection. */
      mode: z.enum(['keyword', 'semantic', 'hybrid']).optional(),
      /** How many places on either side of a good chunk gain from its score. */
      neighbours: z.int().min(0).max(2).optional(),
      minScore: z.number().min(0).max(1).optional(),
    }),
    /** `unknown_collection` where there is none of that name. */
    output: z.object({ chunks: z.array(elementSchema), warnings: z.array(warningSchema).optional() }),
  }),
  'documents.list': procedure({
    summary: 'Imported documents by collection and path.',
    access: 'read',
    project: true,
    input: z.strictObject({ collection: collectionSchema.optional() }),
    output: z.object({
      documents: z.array(documentSchema),
      collections: z.array(z.object({ name: z.string(), documents: z.int(), chunks: z.int() })),
    }),
  }),
  'documents.delete': procedure({
    summary: 'Deletes one document, or a whole collection when no path is given.',
    access: 'write',
    project: true,
    input: z.strictObject({ collection: collectionSchema, path: asName(z.string()).optional() }),
    output: z.object({ deleted: z.int() }),
  }),
  'kv.get': procedure({
    summary: 'One value.',
    access: 'read',
    project: true,
    input: keyAddress,
    output: z.object({ value: z.unknown(), updated_at: z.string() }),
  }),
  'kv.set': procedure({
    summary: 'Writes one JSON value.',
    access: 'write',
    project: true,
    input: keyAddress.extend({ value: z.unknown() }),
    output: z.object({ updated_at: z.string() }),
  }),
  'kv.delete': procedure({
    summary: 'Deletes one value.',
    access: 'write',
    project: true,
    input: keyAddress,
    output: z.object({ deleted: z.boolean() }),
  }),
  'kv.list': procedure({
    summary: 'Stored keys with their values.',
    access: 'read',
    project: true,
    input: z.strictObject({ instance: name.optional(), namespace: name.optional() }),
    output: z.object({
      entries: z.array(
        z.object({
          instance: z.string(),
          namespace: z.string(),
          key: z.string(),
          value: z.unknown(),
          updated_at: z.string(),
        }),
      ),
    }),
  }),
  'redaction.apply': procedure({
    summary: 'Replaces secrets in a text.',
    access: 'read',
    project: false,
    input: z.strictObject({
      text: z.string(),
      /** That of the open project's configuration when absent. */
      mode: z.enum(redactionModes).optional(),
    }),
    output: z.object({
      text: z.string(),
      /** The first 10,000, in order. */
      findings: z.array(z.object({ kind: z.string(), start: z.int(), end: z.int() })),
      /** How many findings there are beyond those. */
      left_out: z.int().optional(),
    }),
  }),
  'content.counts': procedure({
    summary: 'How much is stored.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({ documents: z.int(), chunks: z.int(), keys: z.int() }),
  }),
};
