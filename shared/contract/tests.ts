import { z } from 'zod';
import { contextContractSchema } from '../model/context-contract.ts';
import { contextTestSchema, goalKinds, mutantKinds, testResultSchema } from '../model/context-test.ts';
import { findingRuleSchema } from '../model/finding.ts';
import { idSchema } from '../model/id.ts';
import { memorySchema } from '../model/memory.ts';
import { fileProblemSchema } from '../model/problem.ts';
import { requestSchema } from '../model/request.ts';
import { engineSchema } from '../model/rule.ts';
import { sampleSchema } from '../model/sample.ts';
import { mostContracts } from './contracts.ts';
import { hashSchema } from './engines.ts';
import { judgedByHandler, nothing, procedure } from './procedure.ts';

const stored = z.object({ test: contextTestSchema, hash: hashSchema });

/** Tests of one call at most. */
export const mostTests = 2000;

/** What is given stands for what the project has. */
const givenRules = {
  tests: judgedByHandler(z.array(contextTestSchema).max(mostTests)).optional(),
  engines: judgedByHandler(z.array(engineSchema)).optional(),
  samples: judgedByHandler(z.array(sampleSchema)).optional(),
};
const given = { ...givenRules, memories: judgedByHandler(z.array(memorySchema)).optional() };
/** What expectations of contracts speak of. */
const contracts = judgedByHandler(z.array(contextContractSchema).max(mostContracts)).optional();

/** How a request comes out otherwise: names of rules and ids of memories. */
const differenceSchema = z.object({
  fires: z.array(z.string()),
  no_longer_fires: z.array(z.string()),
  adds: z.array(z.string()),
  no_longer_adds: z.array(z.string()),
  /** The order of memories, where it is another. */
  order: z.array(z.string()).optional(),
});
export type OutcomeDifference = z.infer<typeof differenceSchema>;

/** So many are listed where nobody said otherwise; all are counted. */
export const listedByDefault = { goals: 200, tests: 50, mutants: 50 } as const;
const limit = z.int().min(1).max(100_000).optional();
const goalStates = ['covered', 'missing', 'unreachable', 'open'] as const;

const goalResultSchema = z.object({
  kind: z.enum(goalKinds),
  /** That it comes to this, or that it does not: rules that fire, conditions that hold alone, memories that are added. */
  way: z.enum(['yes', 'no']),
  /** What a case that shows it is called: `Architecture while planning: phase just after planning`. */
  words: z.string(),
  state: z.enum(goalStates),
  rule: findingRuleSchema.optional(),
  condition: z.int().optional(),
  memory: z.string().optional(),
  /** The test that shows it first. */
  by: z.string().optional(),
  /** Why nobody knows whether it can be shown. */
  reason: z.string().optional(),
  /** A request that would show what is missing. */
  witness: requestSchema.optional(),
});
export type GoalResult = z.infer<typeof goalResultSchema>;

const mutantResultSchema = z.object({
  kind: z.enum(mutantKinds),
  rule: findingRuleSchema,
  words: z.string(),
  /** Where it was not noticed: a request that comes out otherwise under it, and how. */
  witness: requestSchema.optional(),
  changes: differenceSchema.optional(),
  reason: z.string().optional(),
});

export const testsContract = {
  'tests.list': procedure({
    summary: 'All tests by id, the hash of each file, and the files that could not be read.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({
      tests: z.array(contextTestSchema),
      hashes: z.record(z.string(), hashSchema),
      problems: z.array(fileProblemSchema),
    }),
  }),
  'tests.get': procedure({
    summary: 'One test.',
    access: 'read',
    project: true,
    input: z.strictObject({ id: idSchema }),
    output: stored,
  }),
  'tests.save': procedure({
    summary: 'Writes a whole test; `expected_hash` null means that it must not exist yet.',
    access: 'write',
    project: true,
    input: z.strictObject({ test: judgedByHandler(contextTestSchema), expected_hash: hashSchema.nullable() }),
    output: stored,
  }),
  'tests.delete': procedure({
    summary: "Deletes a test's file.",
    access: 'write',
    project: true,
    input: z.strictObject({ id: idSchema, expected_hash: hashSchema.optional() }),
    output: z.object({ deleted: z.string() }),
  }),
  'tests.run': procedure({
    summary:
      'Assembles the request of each test and judges what it expects; of what fails the smallest changes that mend it.',
    access: 'read',
    project: false,
    input: z.strictObject({
      ...given,
      contracts,
      /** Only these of the tests. */
      ids: z.array(z.string()).max(mostTests).optional(),
    }),
    output: z.object({ passed: z.int(), failed: z.int(), results: z.array(testResultSchema) }),
  }),
  'tests.coverage': procedure({
    summary:
      'What tests show of each rule, condition, boundary, memory and cut by the budget; what none can show is proved.',
    access: 'read',
    project: false,
    input: z.strictObject({
      ...given,
      /** So many goals are listed, what is missing first; 200 when absent. */
      limit,
    }),
    output: z.object({
      totals: z.array(
        z.object({
          kind: goalResultSchema.shape.kind,
          covered: z.int(),
          missing: z.int(),
          unreachable: z.int(),
          open: z.int(),
        }),
      ),
      goals: z.array(goalResultSchema),
    }),
  }),
  'tests.generate': procedure({
    summary:
      'Tests for what the given ones do not show or would not notice, named by it, cuts by the budget among them; they expect what is now, and are not saved.',
    access: 'read',
    project: false,
    input: z.strictObject({
      ...given,
      contracts,
      /** At most so many; 50 when absent. */
      limit: z.int().min(1).max(mostTests).optional(),
      /** False: only for coverage, not for mutants that survive. */
      mutants: z.boolean().optional(),
    }),
    output: z.object({
      tests: z.array(contextTestSchema),
      /** More are missing than the limit allows. */
      is_cut: z.boolean(),
      /** What no request shows, and what nobody knows of; the first 200 of each. */
      unreachable: z.array(goalResultSchema),
      open: z.array(goalResultSchema),
    }),
  }),
  'tests.mutate': procedure({
    summary:
      'Puts small faults into the rules, one at a time, and says which the tests notice; the others with what they would change, or proved to change nothing.',
    access: 'read',
    project: false,
    input: z.strictObject({
      ...givenRules,
      contracts,
      /** So many mutants of each kind of fate are listed; 50 when absent. */
      limit,
    }),
    output: z.object({
      /** Part of the mutants that change something which tests notice, 0 to 1. */
      score: z.number(),
      killed: z.int(),
      survived: z.int(),
      equivalent: z.int(),
      open: z.int(),
      survivors: z.array(mutantResultSchema),
      equivalents: z.array(mutantResultSchema),
      undecided: z.array(mutantResultSchema),
    }),
  }),
};
