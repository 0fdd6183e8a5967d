import { z } from 'zod';
import { assembledContextSchema, contextItemSchema, memoryCallSchema } from '../model/assembled-context.ts';
import { contextContractSchema, contractDraftSchema } from '../model/context-contract.ts';
import {
  contextTestSchema,
  expectationResultSchema,
  testMendSchema,
  testResultSchema,
} from '../model/context-test.ts';
import { compactionSchema, conversationSchema } from '../model/conversation.ts';
import { engineResultSchema, evaluationSchema } from '../model/evaluation.ts';
import { findingSchema } from '../model/finding.ts';
import type { JsonSchema } from '../model/json-schema.ts';
import { budgetInputSchema, budgetResultSchema } from '../model/layer-budget.ts';
import { layoutSchema } from '../model/layout.ts';
import {
  assembledLedgerSchema,
  decisionConflictSchema,
  decisionSchema,
  entrySchema,
  ledgerChangesSchema,
  ledgerRecordSchema,
  ledgerSummarySchema,
  statusChangeSchema,
} from '../model/ledger.ts';
import { memoryDraftSchema, memorySchema, stepSchema } from '../model/memory.ts';
import { messageSchema } from '../model/message.ts';
import { fileProblemSchema, problemSchema } from '../model/problem.ts';
import { bundleSchema, entitySchema, topicSchema } from '../model/profile.ts';
import { requestSchema } from '../model/request.ts';
import {
  conditionSchema,
  engineDraftSchema,
  engineSchema,
  ruleDraftSchema,
  ruleSchema,
} from '../model/rule.ts';
import { sampleSchema } from '../model/sample.ts';
import { possibleVariableSchema, requiredVariablesSchema } from '../model/variable.ts';
import { contract } from './contract.ts';
import type { Procedure } from './procedure.ts';
import { workSchema } from './work.ts';

/** What has a name of its own in descriptions of the contract: the name of its TypeScript type. */
const namedSchemas = {
  AssembledContext: assembledContextSchema,
  AssembledLedger: assembledLedgerSchema,
  Bundle: bundleSchema,
  BudgetInput: budgetInputSchema,
  BudgetResult: budgetResultSchema,
  Compaction: compactionSchema,
  Conversation: conversationSchema,
  Entity: entitySchema,
  Message: messageSchema,
  Topic: topicSchema,
  Condition: conditionSchema,
  ContextContract: contextContractSchema,
  ContextItem: contextItemSchema,
  ContextRequest: requestSchema,
  ContextRule: ruleSchema,
  ContextRuleEngine: engineSchema,
  ContextTest: contextTestSchema,
  ContractDraft: contractDraftSchema,
  ExpectationResult: expectationResultSchema,
  Mend: testMendSchema,
  TestResult: testResultSchema,
  DecisionConflict: decisionConflictSchema,
  EngineDraft: engineDraftSchema,
  EngineResult: engineResultSchema,
  FileProblem: fileProblemSchema,
  Finding: findingSchema,
  Layout: layoutSchema,
  LedgerChanges: ledgerChangesSchema,
  LedgerDecision: decisionSchema,
  LedgerEntry: entrySchema,
  LedgerRecord: ledgerRecordSchema,
  LedgerSummary: ledgerSummarySchema,
  MemoryCall: memoryCallSchema,
  MemoryDraft: memoryDraftSchema,
  PersistentMemory: memorySchema,
  PossibleVariable: possibleVariableSchema,
  Problem: problemSchema,
  RequiredVariables: requiredVariablesSchema,
  RuleDraft: ruleDraftSchema,
  RuleEvaluation: evaluationSchema,
  Sample: sampleSchema,
  StatusChange: statusChangeSchema,
  Step: stepSchema,
  Work: workSchema,
} as const;

/** Every input and output of the contract as JSON Schema 2020-12, with references among them. */
export interface ContractSchemas {
  /** By name; references are `schemaAddress(name)`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** By procedure, the names of its input and its output. */
  readonly procedures: ReadonlyMap<string, { readonly input: string; readonly output: string }>;
}

/** Where OpenAPI keeps schemas. */
export const schemaAddress = (name: string): string => `#/components/schemas/${name}`;

type Names = z.core.$ZodRegistry<{ id: string }>;

/** The contract is the same as long as the process runs. */
const described: ContractSchemas[] = [];

/**
 * Describes the contract, the first time in some milliseconds. Schemas that a handler judges itself are described as what
 * they should be.
 */
export function describeContract(): ContractSchemas {
  const known = described[0] ?? describeAnew();
  described[0] = known;
  return known;
}

function describeAnew(): ContractSchemas {
  const names: Names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(namedSchemas)) names.add(schema, { id });
  const procedures = new Map(
    Object.entries(contract).map(([name, procedure]) => [name, register(names, name, procedure)]),
  );
  const { schemas } = z.toJSONSchema(names, {
    ...options,
    uri: schemaAddress,
    override: ({ jsonSchema }) => {
      const judged = takeJudged(jsonSchema);
      if (judged !== undefined) jsonSchema.$ref = schemaAddress(names.get(judged)?.id ?? '');
    },
  });
  const plain = Object.entries(schemas).map(([name, { $id, $schema, ...schema }]) => [name, schema] as const);
  return { schemas: Object.fromEntries(plain), procedures };
}

// What comes in is described, so that a server that learns a new key does not break its readers.
const options = { io: 'input', unrepresentable: 'any' } as const;

function register(
  names: Names,
  name: string,
  { input, output }: Procedure,
): { input: string; output: string } {
  const nameOf = (schema: z.ZodType, id: string): string => {
    if (!names.has(schema)) names.add(schema, { id });
    return names.get(schema)?.id ?? id;
  };
  z.toJSONSchema(input, {
    ...options,
    override: ({ jsonSchema, path }) => {
      const judged = takeJudged(jsonSchema);
      if (judged !== undefined) nameOf(judged, `${name}.${String(path.at(-1))}`);
    },
  });
  return { input: nameOf(input, `${name}.input`), output: nameOf(output, `${name}.output`) };
}

/** What `judgedByHandler` says that a value should be; taken off, since it is no JSON Schema. */
function takeJudged(jsonSchema: JsonSchema): z.ZodType | undefined {
  const { judgedAs } = jsonSchema;
  delete jsonSchema.judgedAs;
  return judgedAs instanceof z.ZodType ? judgedAs : undefined;
}
