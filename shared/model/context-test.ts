import { z } from 'zod';
import { ruleNameSchema } from './context-contract.ts';
import { idSchema } from './id.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { asNewId } from './names.ts';
import { requestSchema } from './request.ts';
import { ruleSchema } from './rule.ts';
import { variableChangeSchema } from './rule-fix.ts';
import { sections } from './section.ts';

const memory = idSchema;
const section = z.enum(sections);
/** `rules`: of what rules add and the request names. Absent: of what is in the context once the budget was enforced. */
const after = z.literal('rules').optional();

/** What a test may expect of a request's context. */
export const expectationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fires'), rule: ruleNameSchema }),
  z.strictObject({ kind: z.literal('silent'), rule: ruleNameSchema }),
  z.strictObject({ kind: z.literal('included'), memory, section: section.optional(), after }),
  z.strictObject({ kind: z.literal('excluded'), memory, after }),
  /** Exactly these memories are in the section, in this order. */
  z.strictObject({ kind: z.literal('section'), section, memories: z.array(memory).max(1000) }),
  /** All of them are there, each before the next. */
  z.strictObject({ kind: z.literal('order'), memories: z.array(memory).min(2).max(1000), after }),
  /** Of the whole, of a section or of a memory. */
  z.strictObject({
    kind: z.literal('tokens'),
    at_most: z.int().min(0),
    of: z.union([z.strictObject({ memory }), z.strictObject({ section })]).optional(),
  }),
  /** Exactly these variables are missing. */
  z.strictObject({ kind: z.literal('missing'), variables: z.array(z.string().max(512)).max(1000) }),
  /** What this contract says is true of the request of the test; it is where the contract does not speak of it. */
  z.strictObject({ kind: z.literal('contract'), contract: idSchema }),
]);
export type Expectation = z.infer<typeof expectationSchema>;

const mostExpectations = 200;

/**
 * What a request must come to, stored in `.codebolt/weft/tests/<id>.json`. The request stands in it or is that of a
 * sample; it is judged when the test runs, so that a half-written one can be kept.
 */
export const contextTestSchema = z.looseObject({
  id: asNewId(idSchema),
  name: z.string().min(1).max(300),
  description: z.string().optional(),
  sample: idSchema.optional(),
  request: z.custom<JsonObject>(isJsonObject, 'must be an object').optional(),
  expect: z.array(expectationSchema).max(mostExpectations),
});
export type ContextTest = z.infer<typeof contextTestSchema>;

/** One change after which the expectation is met; it was tried. `also_breaks`: tests that pass now and would not then. */
export const testMendSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rule'),
    words: z.string(),
    engine_id: z.string(),
    rule: ruleSchema,
    also_breaks: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('request'),
    words: z.string(),
    variables: z.array(variableChangeSchema),
    request: requestSchema,
  }),
  z.object({ kind: z.literal('memory'), words: z.string(), memory_id: z.string(), max_items: z.int() }),
]);
export type TestMend = z.infer<typeof testMendSchema>;

export const expectationResultSchema = z.object({
  expectation: expectationSchema,
  passed: z.boolean(),
  /** Short sentences: what was to be, and what is. */
  expected: z.string(),
  actual: z.string(),
  mends: z.array(testMendSchema),
});
export type ExpectationResult = z.infer<typeof expectationResultSchema>;

/** `error`: it could not be run, and why. */
export const testResultSchema = z.object({
  id: z.string(),
  name: z.string(),
  passed: z.boolean(),
  error: z.string().optional(),
  expectations: z.array(expectationResultSchema),
});
export type TestResult = z.infer<typeof testResultSchema>;

/** What cases can show of rules and memories. */
export const goalKinds = ['rule', 'condition', 'boundary', 'memory', 'cut'] as const;
export type GoalKind = (typeof goalKinds)[number];

/** Small faults that are put into rules to see whether tests notice. */
export const mutantKinds = [
  'mute_rule',
  'drop_condition',
  'negate_condition',
  'swap_operator',
  'shift_bound',
  'drop_value',
  'remove_memory',
  'reorder',
] as const;
export type MutantKind = (typeof mutantKinds)[number];
