import { z } from 'zod';
import { importSources } from '../imports/import-kinds.ts';
import { asName, asNewId } from '../model/names.ts';
import { fileProblemSchema } from '../model/problem.ts';
import { collectionSchema } from './content.ts';
import { onConflictSchema } from './engines.ts';
import { importLimits } from './import-limits.ts';
import { procedure } from './procedure.ts';

/** One thing that can be imported or left; `id` names it in `choose` and stays as long as the files do. */
const importItemSchema = z.object({
  id: z.string(),
  source: z.enum(importSources),
  /** The file it comes from; for what stands for several files, their folder. */
  file: z.string(),
  name: z.string(),
  makes: z.array(z.object({ kind: z.enum(['engine', 'rule', 'memory', 'document']), id: z.string() })),
  /**
   * `kept`: what the project has stays. `refused`: it cannot be stored; the notes say why. `gone`: its file is no more,
   * and what came of it stays; with `prune` it is `removed`.
   */
  change: z.enum(['created', 'replaced', 'renamed', 'kept', 'unchanged', 'refused', 'gone', 'removed']),
  /** What was changed on the way and why, what was left out, what to look at. */
  notes: z.array(z.string()),
});
export type ImportItem = z.infer<typeof importItemSchema>;

const sourceInput = z.strictObject({
  /** Texts as they are; their names decide what they are. */
  files: z
    .array(z.strictObject({ name: asName(z.string().min(1).max(1000)), text: z.string() }))
    .min(1)
    .optional(),
  /** Instead: files and folders, full or relative to the project. */
  from: z.array(z.string().min(1)).min(1).max(importLimits.files).optional(),
  /** For files that do not say what they are; else by name and content. */
  source: z.enum(importSources).optional(),
  /** Where Markdown and text go; `imported` when absent. */
  collection: asNewId(collectionSchema).optional(),
  on_conflict: onConflictSchema.optional(),
  /** Only these, by the ids of a preview; without it everything is imported. */
  choose: z.array(z.string()).optional(),
  /** Removes rules and memory types that were imported from files of these folders that are there no more. */
  prune: z.boolean().optional(),
  /** Names this import in progress events and for `imports.cancel`. */
  import_id: asName(z.string().min(1).max(100)).optional(),
});

/** Files that hold conversations, by name or full path; they are left to `conversations.import`. Absent without any. */
const conversationFiles = z.array(z.string()).optional();

/** What was left where it is, such as files of other kinds, and what could not be done besides; absent when there is nothing of that kind. */
const importNotes = z.array(z.string()).optional();

export const importsContract = {
  'imports.preview': procedure({
    summary: 'What an import would do, item by item; writes nothing.',
    access: 'read',
    project: true,
    input: sourceInput,
    output: z.object({
      items: z.array(importItemSchema),
      /** Absent where all was looked at. */
      not_chosen: z.array(z.string()).optional(),
      refused: z.array(fileProblemSchema),
      /** Places of `from` that are ledgers or have one; they are left to `ledger.import`. */
      ledger_folders: z.array(z.string()).optional(),
      conversation_files: conversationFiles,
      notes: importNotes,
    }),
  }),
  'imports.apply': procedure({
    summary: 'Imports rules, memory types and documents from files of many kinds; all in one step or none.',
    access: 'write',
    project: true,
    input: sourceInput,
    output: z.object({
      items: z.array(importItemSchema),
      not_chosen: z.array(z.string()),
      refused: z.array(fileProblemSchema),
      conversation_files: conversationFiles,
      notes: importNotes,
    }),
  }),
  'imports.cancel': procedure({
    summary: 'Stops a running import; nothing of it is stored.',
    access: 'write',
    project: false,
    input: z.strictObject({ import_id: asName(z.string()) }),
    output: z.object({ cancelled: z.boolean() }),
  }),
};
