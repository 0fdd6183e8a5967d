import { z } from 'zod';
import { origins } from './origin.ts';

/** Where a piece of content comes from and how far it may be trusted. */
export const sourceSchema = z.looseObject({
  kind: z.string(),
  ref: z.string().optional(),
  title: z.string().optional(),
  timestamp: z.string().optional(),
  trust: z.enum(['user', 'project', 'imported', 'agent']).optional(),
  /** Where it comes from, where that is more than `trust` says. */
  origin: z.enum(origins).optional(),
});
export type ElementSource = z.infer<typeof sourceSchema>;

/** One element of a pipeline's list; a store's own fields stand beside. `score` is in 0..1. */
export const elementSchema = z.looseObject({
  content: z.string(),
  id: z.string().optional(),
  title: z.string().optional(),
  timestamp: z.string().optional(),
  score: z.number().optional(),
  tags: z.array(z.string()).max(1000).optional(),
  source: sourceSchema.optional(),
  /** Token counts made when the content was stored; they hold only where redaction changes nothing. */
  counts: z.record(z.string(), z.number()).optional(),
});
export type Element = z.infer<typeof elementSchema>;
