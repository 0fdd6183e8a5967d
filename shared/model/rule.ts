import { z } from 'zod';
import { operatorNames } from '../rules/operators.ts';
import { idSchema } from './id.ts';
import { isPathWord, reservedIdReason } from './id-name.ts';
import { asNewId } from './names.ts';
import { maxConditions } from './rule-defaults.ts';

/** One comparison of a variable with a constant. Unknown keys are kept. */
export const conditionSchema = z.looseObject({
  field: z.string().min(1).max(512),
  operator: z.enum(operatorNames),
  value: z.unknown().optional(),
});
export type Condition = z.infer<typeof conditionSchema>;

/** A rule: when all conditions hold, add the memories. Absent `priority` is 0, absent `enabled` is true. */
export const ruleSchema = z.looseObject({
  id: asNewId(z.string().min(1).max(128)),
  name: z.string().max(300),
  description: z.string().optional(),
  priority: z.number().optional(),
  enabled: z.boolean().optional(),
  tags: z.array(z.string()).max(1000).optional(),
  when: z.array(conditionSchema).max(maxConditions),
  then: z.looseObject({ add_memories: z.array(asNewId(z.string())) }),
});
export type ContextRule = z.infer<typeof ruleSchema>;

/** A rule engine as stored in `.codebolt/context-rule-engines/<id>.json`. */
export const engineSchema = z.looseObject({
  id: asNewId(idSchema),
  name: z.string().min(1).max(300),
  description: z.string(),
  enabled: z.boolean(),
  rules: z.array(ruleSchema),
});
export type ContextRuleEngine = z.infer<typeof engineSchema>;

/** A rule as a caller may send it: its id is minted where absent. */
export const ruleDraftSchema = ruleSchema.extend({ id: asNewId(z.string().min(1).max(128)).optional() });

/** The id of an engine that is made now. */
export const newEngineIdSchema = asNewId(idSchema.refine(id => !isPathWord(id), reservedIdReason));

/** An engine as a caller may send it: ids are minted where absent, texts default to empty, enabled to true. */
export const engineDraftSchema = engineSchema.extend({
  id: newEngineIdSchema.optional(),
  description: z.string().optional(),
  enabled: z.boolean().optional(),
  rules: z.array(ruleDraftSchema).optional(),
});
export type EngineDraft = z.infer<typeof engineDraftSchema>;
