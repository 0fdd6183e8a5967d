import { z } from 'zod';
import { requestSchema } from './request.ts';

/** What static analysis can say about rules, and about budgets; stable, shown by the linter as they are. */
const findingCodes = [
  'never-fires',
  'always-fires',
  'duplicate',
  'subsumed',
  'co-fires-over-budget',
  'required-over-budget',
  'unknown-memory',
  'unused-memory',
  'fires-on-missing',
  'type-mismatch',
  'bad-pattern',
  'delimited-pattern',
  'unknown-field',
  'null-constant',
  'not-all-told',
] as const;

export const findingRuleSchema = z.object({ engine_id: z.string(), rule_id: z.string() });
export type FindingRule = z.infer<typeof findingRuleSchema>;

/** One finding: its rules, the first being the one to look at, and where one exists a request that shows it. */
export const findingSchema = z.object({
  code: z.enum(findingCodes),
  severity: z.enum(['error', 'warning', 'info']),
  /** True where a regex, or a numeral of demanded shape, prevents exactness. */
  possible: z.boolean(),
  message: z.string(),
  rules: z.array(findingRuleSchema),
  /** Index of the condition it is about. */
  condition: z.int().optional(),
  memories: z.array(z.string()).optional(),
  witness: requestSchema.optional(),
});
export type Finding = z.infer<typeof findingSchema>;
