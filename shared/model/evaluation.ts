import { z } from 'zod';
import { operatorNames } from '../rules/operators.ts';
import { conditionOutcomes } from './condition-outcome.ts';

/** What testing one condition found. `reason` is one plain sentence. */
export const conditionResultSchema = z.object({
  matched: z.boolean(),
  outcome: z.enum(conditionOutcomes),
  on_missing: z.literal(true).optional(),
  reason: z.string().optional(),
});
export type ConditionResult = z.infer<typeof conditionResultSchema>;

export const explainedConditionSchema = z.object({
  field: z.string(),
  operator: z.enum(operatorNames),
  value: z.unknown().optional(),
  actual: z.unknown().optional(),
  outcome: z.enum(conditionOutcomes),
  on_missing: z.literal(true).optional(),
  reason: z.string().optional(),
});
export type ExplainedCondition = z.infer<typeof explainedConditionSchema>;

const explainedRuleSchema = z.object({
  rule_id: z.string(),
  rule_name: z.string(),
  priority: z.number(),
  outcome: z.enum(['fired', 'not_fired', 'muted']),
  /** Index of the first condition that did not match. */
  decided_by: z.int().optional(),
  conditions: z.array(explainedConditionSchema),
});
export type ExplainedRule = z.infer<typeof explainedRuleSchema>;

export const engineResultSchema = z.object({
  engine_id: z.string(),
  engine_name: z.string(),
  matched_rules: z.array(
    z.object({ rule_id: z.string(), rule_name: z.string(), memories: z.array(z.string()) }),
  ),
  rules: z.array(explainedRuleSchema).optional(),
});
export type EngineResult = z.infer<typeof engineResultSchema>;

export const warningSchema = z.object({ code: z.string(), message: z.string(), path: z.string().optional() });
export type Warning = z.infer<typeof warningSchema>;

/** Result of evaluating engines for one request. */
export const evaluationSchema = z.object({
  matchedMemories: z.array(z.string()),
  engineResults: z.array(engineResultSchema),
  variablesUsed: z.array(z.string()),
  warnings: z.array(warningSchema),
});
export type RuleEvaluation = z.infer<typeof evaluationSchema>;
