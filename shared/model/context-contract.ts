import { z } from 'zod';
import { idSchema } from './id.ts';
import { asNewId } from './names.ts';
import { origins } from './origin.ts';
import { requestSchema } from './request.ts';
import { conditionSchema } from './rule.ts';
import { maxConditions } from './rule-defaults.ts';
import { sections } from './section.ts';

const memory = idSchema;
/** A rule of an engine: `<engine>/<rule>`. */
export const ruleNameSchema = z.string().regex(/^[^/]+\/.+$/, 'must be "<engine>/<rule>"');

/** What is counted together: one memory, all that land in one section, or all of one origin, in a section or anywhere. */
const countedSchema = z.union(
  [
    z.strictObject({ memory }),
    z.strictObject({ section: z.enum(sections) }),
    z.strictObject({ origin: z.enum(origins), section: z.enum(sections).optional() }),
  ],
  { error: 'must name a memory, a section or an origin' },
);

/** What a contract says of every context. `other` of `never`: the two never together. */
export const contractStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('always'), memory }),
  z.strictObject({ kind: z.literal('never'), memory, other: memory.optional() }),
  z.strictObject({ kind: z.literal('together'), memory, other: memory }),
  z.strictObject({ kind: z.literal('implies'), memory, other: memory }),
  z.strictObject({ kind: z.literal('order'), memory, other: memory }),
  z.strictObject({ kind: z.literal('limit'), of: countedSchema, tokens: z.int().min(0) }),
  z.strictObject({ kind: z.literal('equivalent'), engines: z.tuple([idSchema, idSchema]) }),
  z.strictObject({ kind: z.literal('reachable'), rule: ruleNameSchema }),
]);
export type ContractState = z.infer<typeof contractStateSchema>;
export type ContractLimit = Extract<ContractState, { kind: 'limit' }>;

/**
 * A statement about every context that a project's rules make, stored in `.codebolt/contracts/<id>.json`; `when` narrows
 * the requests that it speaks of. With `after: budget` it speaks of what is in the final context, else of what rules add.
 */
export const contextContractSchema = z.looseObject({
  id: asNewId(idSchema),
  name: z.string().min(1).max(300),
  severity: z.enum(['error', 'warning']),
  state: contractStateSchema,
  when: z.array(conditionSchema).max(maxConditions).optional(),
  after: z.enum(['rules', 'budget']).optional(),
});
export type ContextContract = z.infer<typeof contextContractSchema>;

/** A contract as a caller may send it: its id is minted where absent, and it is an error to break it. */
export const contractDraftSchema = contextContractSchema.extend({
  id: asNewId(idSchema).optional(),
  severity: contextContractSchema.shape.severity.optional(),
});

/**
 * `proved` for every request; `refuted` by one, which is given where there is one; `checked` where it held in so many
 * requests that were assembled and could not be proved; `open` where nothing of this could be shown.
 */
export const contractVerdictSchema = z.object({
  answer: z.enum(['proved', 'refuted', 'checked', 'open']),
  reason: z.string(),
  /** What it names that does not exist, in words. */
  unknown: z.string().optional(),
  witness: requestSchema.optional(),
  /** Of `checked`: in so many contexts that were assembled it held. */
  contexts: z.int().optional(),
});
export type ContractVerdict = z.infer<typeof contractVerdictSchema>;
