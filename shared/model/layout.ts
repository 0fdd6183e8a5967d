import { z } from 'zod';
import { operatorNames } from '../rules/operators.ts';
import { idSchema } from './id.ts';
import { asNewId } from './names.ts';
import { ruleSchema } from './rule.ts';

/** A place on the canvas, in its own units. */
const pinSchema = z.looseObject({
  x: z.number(),
  y: z.number(),
  /** True once things were arranged around it: they close the gap it left, and keep clear of it. */
  settled: z.boolean().optional(),
});
export type Pin = z.infer<typeof pinSchema>;

/** A condition that somebody has begun: what is absent was not said yet. It is never evaluated. */
export const draftConditionSchema = z.looseObject({
  field: z.string().max(512).optional(),
  operator: z.enum(operatorNames),
  value: z.unknown().optional(),
});
export type DraftCondition = z.infer<typeof draftConditionSchema>;

/** How rules are grouped on the canvas, and the keys of the groups that are open. */
const groupingSchema = z.looseObject({
  by: z.enum(['none', 'adds', 'field']),
  /** Of `field`: the variable in which the groups differ. */
  field: z.string().max(512).optional(),
  open: z.array(z.string()),
});
export type Grouping = z.infer<typeof groupingSchema>;

/**
 * Where somebody put things of an engine on the canvas, stored in `.codebolt/weft/layout/<engine id>.json`
 * and never in the engine's own file. What has no pin is laid out.
 */
export const layoutSchema = z.looseObject({
  id: asNewId(idSchema),
  /** By the id of the canvas node: `rule:`, `variable:` or `memory:` and the thing's own id. */
  pins: z.record(z.string(), pinSchema),
  /** Ids of rules that are drawn as alternatives of each other, a list each. */
  alternatives: z.array(z.array(z.string())).optional(),
  /** Absent: as it is best for so many rules. */
  groups: groupingSchema.optional(),
  /** By the id of their rule. They join its conditions once they say enough. */
  drafts: z.record(z.string(), z.array(draftConditionSchema)).optional(),
  /** Rules that somebody has begun, by their ids, and where each is shown among those of the engine. None is evaluated. */
  begun: z.record(z.string(), z.looseObject({ at: z.number().int().min(0), rule: ruleSchema })).optional(),
});
export type Layout = z.infer<typeof layoutSchema>;
