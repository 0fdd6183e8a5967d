import { z } from 'zod';
import { decisionConflictSchema } from '../model/ledger.ts';
import { asNewId } from '../model/names.ts';
import { fileProblemSchema } from '../model/problem.ts';
import { procedure } from './procedure.ts';

const counts = z.object({
  created: z.int(),
  replaced: z.int(),
  unchanged: z.int(),
  /** Newer here than in the files, so they stay as they are. */
  kept: z.int(),
});

/** The form on disk, `.twining/`. */
export const ledgerExchangeContract = {
  'ledger.import': procedure({
    summary:
      'Reads a ledger from its form on disk (`.twining`), all of it or nothing; what changed here since stays.',
    access: 'write',
    project: true,
    input: z.strictObject({
      /** The folder `.twining` or the one that it lies in, full or relative to the project. */
      from: z.string().min(1).max(4096),
      dry_run: z.boolean().optional(),
    }),
    output: z.object({
      decisions: counts,
      entries: counts,
      /** What is newer here, the first 100: when it last changed `here`, and when in the files. */
      kept: z.array(
        z.object({
          kind: z.enum(['decision', 'entry']),
          id: z.string(),
          here: z.string(),
          there: z.string(),
        }),
      ),
      entities: z.int(),
      relations: z.int(),
      /** Files that mean nothing to Weft; they are kept and written again by `ledger.export`. */
      other_files: z.array(z.string()),
      refused: z.array(fileProblemSchema),
      notes: z.array(z.string()),
    }),
  }),
  'ledger.sync': procedure({
    summary:
      'Keeps the ledger in step with a folder of the project in both directions, one file a record, so that git can carry it.',
    access: 'write',
    project: true,
    input: z.strictObject({
      /** Relative to the project; `.twining` when absent. */
      folder: asNewId(z.string().min(1).max(1000)).optional(),
      dry_run: z.boolean().optional(),
      /** Writes files that were deleted again. */
      restore: z.boolean().optional(),
    }),
    output: z.object({
      folder: z.string(),
      /** What became of the records here; `kept`: what is here counts, whatever the file says. */
      decisions: counts,
      entries: counts,
      /** Files written. */
      written: z.int(),
      /** Records of which more than one version is new, the first 100: when the one that counts last changed, and the next. */
      both_changed: z.array(
        z.object({
          kind: z.enum(['decision', 'entry']),
          id: z.string(),
          taken: z.string(),
          left: z.string(),
        }),
      ),
      /** Records whose file was deleted, the first 100; they stay in the ledger. */
      deleted: z.array(z.object({ kind: z.enum(['decision', 'entry']), id: z.string() })),
      /** Decisions in force that came, with those in force that they contradict, the first 100. */
      contradictions: z.array(decisionConflictSchema),
      refused: z.array(fileProblemSchema),
      notes: z.array(z.string()),
    }),
  }),
  'ledger.export': procedure({
    summary: 'The ledger in its form on disk, as files to keep or written to a folder.',
    access: 'read',
    project: true,
    input: z.strictObject({}),
    output: z.object({
      /** Paths begin with `.twining/`. What is no text comes as base64. */
      files: z.array(
        z.object({ path: z.string(), encoding: z.enum(['utf8', 'base64']), content: z.string() }),
      ),
    }),
  }),
};
