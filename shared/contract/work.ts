import { z } from 'zod';
import { nothing, procedure } from './procedure.ts';

/** Something that goes on for whoever asked for it. */
export const workSchema = z.object({
  id: z.string(),
  /** What was asked for. */
  procedure: z.string(),
  begun_at: z.string(),
  /** How far it is, where that is known: pieces of what it does now. */
  done: z.int().optional(),
  total: z.int().optional(),
});
export type Work = z.infer<typeof workSchema>;

export const workContract = {
  'work.list': procedure({
    summary: 'Work that takes long and goes on now, whoever asked for it, the oldest first.',
    access: 'read',
    project: false,
    input: nothing,
    output: z.object({ work: z.array(workSchema) }),
  }),
  'work.cancel': procedure({
    summary:
      'Ends work that goes on; who asked for it is answered `deadline`. False where it is over already.',
    access: 'write',
    project: false,
    input: z.strictObject({ id: z.string().min(1).max(200) }),
    output: z.object({ cancelled: z.boolean() }),
  }),
};
