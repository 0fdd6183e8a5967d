import { z } from 'zod';
import { fileProblemSchema } from './problem.ts';

/** One file that a renaming touches, and where in it: dotted paths from its root. */
const renamedFileSchema = z.object({
  kind: z.enum(['engine', 'memory', 'sample', 'test', 'layout', 'contract']),
  id: z.string(),
  places: z.array(z.string()),
});
export type RenamedFile = z.infer<typeof renamedFileSchema>;

/** What a renaming changed, what it left on purpose and why, and the files it could not read. */
export const renamingReportSchema = z.object({
  changed: z.array(renamedFileSchema),
  notes: z.array(z.string()),
  problems: z.array(fileProblemSchema),
});
export type RenamingReport = z.infer<typeof renamingReportSchema>;
