import { z } from 'zod';
import { idSchema } from './id.ts';
import { requestSchema } from './request.ts';
import { conditionSchema } from './rule.ts';
import { maxConditions } from './rule-defaults.ts';
import { sections } from './section.ts';

const memory = idSchema;
/** A rule of an engine: `<engine>/<rule>`. */
const ruleName = z.string().regex(/^[^/]+\/.+$/, 'must be "<engine>/<rule>"');

/** What is counted together: one memory, or all that land in one section. */
const countedSchema = z.union([z.strictObject({ memory }), z.strictObject({ section: z.enum(sections) })], {
  error: 'must name a memory or a section',
});

/** What a contract says of every context. `other` of `never`: the two never together. */
export const contractStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('always'), memory }),
  z.strictObject({ kind: z.literal('never'), memory, other: memory.optional() }),
  z.strictObject({ kind: z.literal('together'), memory, other: memory }),
  z.strictObject({ kind: z.literal('implies'), memory, other: memory }),
  z.strictObject({ kind: z.literal('order'), memory, other: memory }),
  z.strictObject({ kind: z.literal('limit'), of: countedSchema, tokens: z.int().min(0) }),
  z.strictObject({ kind: z.literal('equivalent'), engines: z.tuple([idSchema, idSchema]) }),
  z.strictObject({ kind: z.literal('reachable'), rule: ruleName }),
]);
export type ContractState = z.infer<typeof contractStateSchema>;

/** A statement about every context that a project's rules make; `when` narrows the requests that it speaks of. */
export const contextContractSchema = z.looseObject({
  id: idSchema,
  name: z.string().min(1).max(300),
  severity: z.enum(['error', 'warning']),
  state: contractStateSchema,
  when: z.array(conditionSchema).max(maxConditions).optional(),
});
export type ContextContract = z.infer<typeof contextContractSchema>;

/** `proved` for every request; `refuted` by one, which is given where there is one; `open` where neither could be shown. */
export const contractVerdictSchema = z.object({
  answer: z.enum(['proved', 'refuted', 'open']),
  reason: z.string(),
  witness: requestSchema.optional(),
});
export type ContractVerdict = z.infer<typeof contractVerdictSchema>;
