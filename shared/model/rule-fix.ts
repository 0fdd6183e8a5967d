import { z } from 'zod';
import { requestSchema } from './request.ts';

/** One variable to change; `to` absent means: remove it. */
export const variableChangeSchema = z.object({
  field: z.string(),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
});
export type VariableChange = z.infer<typeof variableChangeSchema>;

/** How far a rule is from firing and the smallest change of variables that makes it fire. */
export const ruleFixSchema = z.object({
  /** Conditions that did not match. */
  distance: z.int(),
  /** `none`: no variables do, since the rule contradicts itself or is not evaluated (muted, engine disabled). `unknown`: a regex, or a shaped numeral, hides the answer. */
  kind: z.enum(['found', 'none', 'unknown']),
  changes: z.array(variableChangeSchema),
  /** The request with the changes made, when found. */
  request: requestSchema.optional(),
});
export type RuleFix = z.infer<typeof ruleFixSchema>;
