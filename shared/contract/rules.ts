import { z } from 'zod';
import { behaviourDifferenceSchema } from '../model/behaviour-difference.ts';
import { conditionResultSchema, evaluationSchema } from '../model/evaluation.ts';
import { findingSchema } from '../model/finding.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import { memorySchema } from '../model/memory.ts';
import { fileProblemSchema } from '../model/problem.ts';
import { renamingReportSchema } from '../model/renaming.ts';
import { requestSchema } from '../model/request.ts';
import { conditionSchema, engineSchema, ruleSchema } from '../model/rule.ts';
import { ruleFixSchema } from '../model/rule-fix.ts';
import { sampleSchema } from '../model/sample.ts';
import { possibleVariableSchema } from '../model/variable.ts';
import { judgedByHandler, nothing, procedure } from './procedure.ts';

/** Tokens to hold rules that fire together against; what a memory brings is measured over the samples where absent. */
const analysisBudgetSchema = z.strictObject({
  limit: z.int().min(1),
  tokens: z.record(z.string(), z.number().min(0)).optional(),
});

/** What git knows a commit by; it is read as that and as nothing else. */
const revisionSchema = z.string().min(1).max(200);

export const rulesContract = {
  'rules.testCondition': procedure({
    summary: 'Tests one condition against prefixed variables.',
    access: 'read',
    project: false,
    input: z.strictObject({
      condition: conditionSchema,
      variables: z.custom<JsonObject>(isJsonObject, 'must be an object').meta({ type: 'object' }),
    }),
    output: conditionResultSchema,
  }),
  'rules.evaluate': procedure({
    summary: "Evaluates engines for a request: the given ones, or the project's.",
    access: 'read',
    project: false,
    input: z.strictObject({
      request: judgedByHandler(requestSchema),
      engines: judgedByHandler(z.array(engineSchema)).optional(),
      explain: z.boolean().optional(),
      /** Only this engine, whatever the request names; `not_found` when there is none. */
      engine_id: z.string().optional(),
    }),
    output: evaluationSchema,
    rest: [
      { method: 'POST', path: '/context-assembly/evaluate-rules', body: 'request' },
      { method: 'POST', path: '/context-rule-engine/evaluate', body: 'request' },
      { method: 'POST', path: '/context-rule-engine/:engine_id/evaluate', body: 'request' },
    ],
    mcp: [
      {
        tool: 'context_evaluate_rules',
        set: 'rules',
        body: 'request',
        description: 'Which rules match a request, and which memories they add; nothing is retrieved.',
        tells: {
          scope_variables: 'by scope: { project: {}, agent: {} }',
          additional_variables: 'others, as { phase }',
          input: 'what the user said',
        },
      },
      {
        tool: 'rule_evaluate',
        set: 'rules',
        body: 'request',
        alsoNamed: { id: 'engine_id' },
        description:
          'Evaluates one engine, several or all for a request; with explain, every condition of every rule.',
        tells: {
          engine_id: 'one engine',
          rule_engine_ids: 'several',
          explain: 'why each rule fires or not',
          scope_variables: 'by scope: { project: {}, agent: {} }',
          additional_variables: 'others, as { phase }',
          input: 'what the user said',
        },
      },
    ],
  }),
  'rules.possibleVariables': procedure({
    summary: 'Every variable a rule could ask for.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({ variables: z.array(possibleVariableSchema) }),
    rest: [{ method: 'GET', path: '/context-rule-engine/variables', result: 'variables' }],
    mcp: [{ tool: 'rule_get_possible_variables', set: 'rules', tells: {} }],
  }),
  'rules.analyze': procedure({
    summary: "What is wrong with rules whatever the request is: the given definitions, or the project's.",
    access: 'read',
    project: false,
    input: z.strictObject({
      engines: judgedByHandler(z.array(engineSchema)).optional(),
      memories: judgedByHandler(z.array(memorySchema)).optional(),
      samples: judgedByHandler(z.array(sampleSchema)).optional(),
      budget: analysisBudgetSchema.optional(),
    }),
    output: z.object({ findings: z.array(findingSchema) }),
  }),
  'rules.compare': procedure({
    summary:
      'What changes in behaviour since a git revision, from given rules to others, or between two engines: samples that change, else a request that does, else that there is none.',
    access: 'read',
    project: false,
    input: z.strictObject({
      /** The state before: a commit, branch or tag of the project's repository. */
      revision: revisionSchema.optional(),
      /** The state before, given. Memories that are not are those of the project. */
      before_engines: judgedByHandler(z.array(engineSchema)).optional(),
      before_memories: judgedByHandler(z.array(memorySchema)).optional(),
      /** Instead of a state before: the first of these engines is compared with the second, as if both were enabled. */
      pair: z.tuple([z.string(), z.string()]).optional(),
      /** The state after; absent: the project's. */
      engines: judgedByHandler(z.array(engineSchema)).optional(),
      memories: judgedByHandler(z.array(memorySchema)).optional(),
      samples: judgedByHandler(z.array(sampleSchema)).optional(),
      /** Rules that fire otherwise are a difference too, whatever they add. */
      fired: z.boolean().optional(),
    }),
    output: behaviourDifferenceSchema.extend({
      /** The commit that the revision is. */
      commit: z.string().optional(),
      /** Files of the revision and of the project that could not be read, or may not act; they are not compared. */
      problems: z.array(fileProblemSchema),
    }),
    mcp: [
      {
        tool: 'rule_compare_behavior',
        set: 'rules',
        description:
          'What the rules do otherwise since a git revision (or between two engines): samples, else a request, that shows it, else proved equivalent.',
        tells: {
          revision: 'a commit, branch or tag to compare with',
          pair: 'instead: two engine ids to compare with each other',
          fired: 'compare also which rules fire',
        },
      },
    ],
  }),
  'engines.atRevision': procedure({
    summary: "Engines and memory types as a git revision of the project has them; nothing of git's is run.",
    access: 'read',
    project: true,
    input: z.strictObject({ revision: revisionSchema }),
    output: z.object({
      commit: z.string(),
      engines: z.array(engineSchema),
      memories: z.array(memorySchema),
      problems: z.array(fileProblemSchema),
    }),
  }),
  'rules.fix': procedure({
    summary:
      'The smallest change of variables that makes a rule fire: the given rule, or one of the project.',
    access: 'read',
    project: false,
    input: z.strictObject({
      rule: judgedByHandler(ruleSchema).optional(),
      engine_id: z.string().optional(),
      rule_id: z.string().optional(),
      request: judgedByHandler(requestSchema),
    }),
    output: ruleFixSchema,
  }),
  'rules.renameField': procedure({
    summary: 'Renames a variable in rules, memory types and samples, all files in one step or none.',
    access: 'write',
    project: true,
    input: z.strictObject({ from: z.string(), to: z.string(), dry_run: z.boolean().optional() }),
    output: renamingReportSchema,
  }),
};
