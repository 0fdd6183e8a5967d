import { z } from 'zod';
import { requestSchema } from './request.ts';

/** Something that was added, removed or changed; `fields` are the top-level keys that differ, for changes only. */
const definitionDifferenceSchema = z.object({
  change: z.enum(['added', 'removed', 'changed']),
  id: z.string(),
  name: z.string(),
  fields: z.array(z.string()),
});
export type DefinitionDifference = z.infer<typeof definitionDifferenceSchema>;

/** `order` among the fields of an engine: rules that both have stand in another order, which counts between equal priorities. */
const structureDifferenceSchema = z.object({
  engines: z.array(definitionDifferenceSchema.extend({ rules: z.array(definitionDifferenceSchema) })),
  memories: z.array(definitionDifferenceSchema),
});
export type StructureDifference = z.infer<typeof structureDifferenceSchema>;
export type EngineDifference = StructureDifference['engines'][number];

/** What one request gets otherwise than before: memories that rules add, and where it was asked for, rules by `engine/rule`. */
const behaviourChangeSchema = z.object({
  gained: z.array(z.string()),
  lost: z.array(z.string()),
  /** Memories that it gets now as before stand in another order. */
  reordered: z.boolean(),
  now_fires: z.array(z.string()).optional(),
  no_longer_fires: z.array(z.string()).optional(),
});
export type BehaviourChange = z.infer<typeof behaviourChangeSchema>;

/** How two states of the rules behave: what each request gets of them, shown by samples, by a new request, or proved. */
export const behaviourDifferenceSchema = z.object({
  /** `open`: neither a difference nor that there is none could be shown. */
  answer: z.enum(['equivalent', 'different', 'open']),
  reason: z.string(),
  /** Samples that were tried, those among them that change, and those that are no requests. */
  samples: z.int(),
  flipped: z.int(),
  skipped: z.int(),
  /** The first of the samples that change, in the order of their names. */
  flips: z.array(behaviourChangeSchema.extend({ sample_id: z.string(), name: z.string() })),
  /** Where no sample changes: a request that does. */
  witness: behaviourChangeSchema.extend({ request: requestSchema }).optional(),
  structure: structureDifferenceSchema,
});
export type BehaviourDifference = z.infer<typeof behaviourDifferenceSchema>;
export type SampleFlip = BehaviourDifference['flips'][number];
