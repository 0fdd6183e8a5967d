import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { schemaAddress } from '../../shared/contract/contract-schemas.ts';
import {
  assembledContextSchema,
  contextItemSchema,
  memoryCallSchema,
  requestValidationSchema,
  stepTraceSchema,
} from '../../shared/model/assembled-context.ts';
import { fitReportSchema } from '../../shared/model/conversation.ts';
import { elementSchema } from '../../shared/model/element.ts';
import {
  conditionResultSchema,
  engineResultSchema,
  evaluationSchema,
} from '../../shared/model/evaluation.ts';
import { explanationSchema } from '../../shared/model/explanation.ts';
import { findingSchema } from '../../shared/model/finding.ts';
import type { JsonSchema } from '../../shared/model/json-schema.ts';
import { decisionStatuses, entryTypes } from '../../shared/model/ledger-words.ts';
import { memoryDraftSchema, memorySchema, stepSchema } from '../../shared/model/memory.ts';
import { problemSchema } from '../../shared/model/problem.ts';
import { promptPrefixes } from '../../shared/model/prompt-cache.ts';
import { redactionModes } from '../../shared/model/redaction-mode.ts';
import { estimators, requestSchema } from '../../shared/model/request.ts';
import {
  conditionSchema,
  engineDraftSchema,
  engineSchema,
  ruleDraftSchema,
  ruleSchema,
} from '../../shared/model/rule.ts';
import { ruleFixSchema } from '../../shared/model/rule-fix.ts';
import { sampleSchema } from '../../shared/model/sample.ts';
import { possibleVariableSchema } from '../../shared/model/variable.ts';
import { shapeNames } from '../../shared/shapes/shape-names.ts';
import { declareType } from './declare-type.ts';
import type { engineEntries } from './engine-package.ts';
import { errorTypes, inlineOf, isTypeName, withoutImports, withoutOthers } from './sdk-declarations.ts';

/** What is published by its name, and what is said of it. */
const models: Readonly<Record<string, readonly [z.ZodType, string]>> = {
  AssembledContext: [
    assembledContextSchema,
    'The context of a request by section, with the trace of how it came to be.',
  ],
  Condition: [
    conditionSchema,
    'One condition of a rule: a field, an operator and what the field is compared with.',
  ],
  ConditionResult: [
    conditionResultSchema,
    'What testing one condition found; `reason` is one plain sentence.',
  ],
  ContextItem: [contextItemSchema, 'One piece of context, with its tokens and where it comes from.'],
  ContextRequest: [
    requestSchema,
    'What context is asked for: scopes with their variables, what the user said, limits. Only `scope_variables` is needed.',
  ],
  ContextRule: [ruleSchema, 'Adds memories when all of its conditions hold.'],
  ContextRuleEngine: [
    engineSchema,
    'Rules that belong together, as one file of `.codebolt/context-rule-engines`.',
  ],
  Element: [
    elementSchema,
    "One element of a pipeline's list; a store's own fields stand beside. `score` is in 0..1.",
  ],
  EngineDraft: [
    engineDraftSchema,
    'An engine with at least a name; ids are made from names where they are absent.',
  ],
  EngineResult: [engineResultSchema, 'What evaluating one engine found.'],
  Explanation: [
    explanationSchema,
    'Why a memory or an item is in the context or not: a chain that ends in one cause.',
  ],
  Finding: [findingSchema, 'What static analysis found of rules.'],
  FitReport: [
    fitReportSchema,
    'What fitting a body kept, summarised, shortened and took out, in entries and tokens.',
  ],
  MemoryDraft: [memoryDraftSchema, 'A memory type of which id, version, status and variables may be absent.'],
  MemoryCall: [
    memoryCallSchema,
    'One memory that was called: by whom, what came of it, and each step of its pipeline.',
  ],
  PersistentMemory: [
    memorySchema,
    'What to fetch and where it lands in the context, as one file of `.codebolt/PersistentMemory`.',
  ],
  PossibleVariable: [possibleVariableSchema, 'A variable that a rule could ask for.'],
  Problem: [problemSchema, 'Something wrong in what was given: a code, the dotted path, a sentence.'],
  RequestValidation: [
    requestValidationSchema,
    'All errors and warnings of a request, and the memories that it would resolve to.',
  ],
  RuleDraft: [ruleDraftSchema, 'A rule whose id may be absent.'],
  RuleEvaluation: [evaluationSchema, 'Which rules fired, in which engine, and the memories that they add.'],
  RuleFix: [ruleFixSchema, 'How far a rule is from firing, and the smallest change that makes it fire.'],
  Sample: [sampleSchema, 'A request that is kept, with what it is to give.'],
  Step: [stepSchema, 'One step of a pipeline.'],
  StepTrace: [stepTraceSchema, 'What one step of a pipeline did.'],
};

const words: Readonly<Record<string, readonly string[]>> = {
  DecisionStatus: decisionStatuses,
  EntryType: entryTypes,
  Estimator: estimators,
  ExactEstimator: estimators.filter(name => name !== 'chars4'),
  PromptPrefix: promptPrefixes,
  RedactionMode: redactionModes,
  ShapeName: shapeNames,
};

/** Declarations by name of the files that hold types only, whose text is published as it is. */
const taken: Readonly<Record<string, readonly string[]>> = {
  'shared/model/json.ts': ['JsonObject'],
  'shared/contract/events.ts': ['AssemblyEventBody', 'AssemblyEvent'],
  'electron/engine/ports.ts': [
    'Cancel',
    'SearchMode',
    'DocumentQuery',
    'VectorQuery',
    'EventQuery',
    'DecisionQuery',
    'BlackboardQuery',
    'PackageQuery',
    'ConversationPart',
    'ConversationQuery',
    'MessageQuery',
    'GraphExpansion',
    'KeyQuery',
    'ContentScope',
    'StorePort',
    'TokenPort',
    'ChatRequest',
    'ChatPort',
    'HandlerInput',
    'StepHandler',
  ],
};

/** What adapters export, and the type that says what it is. */
const adapterFunctions: Readonly<
  Record<Exclude<keyof typeof engineEntries, 'engine' | 'rules'>, Readonly<Record<string, string>>>
> = {
  'ai-sdk': { weftMiddleware: 'CreateMiddleware' },
  langchain: {
    weftMessages: 'CreateMessagesStep',
    weftPreModelHook: 'CreatePreModelHook',
    storesOfBaseStore: 'StoresOfBaseStore',
    weftStore: 'CreateWeftStore',
  },
  mastra: { weftProcessor: 'CreateProcessor' },
};

/** The declarations of the package by file: the model once, and what each module has of its own. */
export function engineDeclarations(root: string): Record<string, string> {
  return {
    'model.d.ts': modelDeclarations(root),
    'rules.d.ts': moduleDeclarations(root, ['electron/in-process/rules-types.ts'], ruleFunctions),
    'engine.d.ts': moduleDeclarations(root, ['electron/in-process/weft-types.ts'], createWeftDeclaration),
    ...Object.fromEntries(
      Object.entries(adapterFunctions).map(([name, functions]) => [
        `${name}.d.ts`,
        adapterDeclarations(read(root, `electron/in-process/adapters/${name}-types.ts`), functions),
      ]),
    ),
  };
}

const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8');

function modelDeclarations(root: string): string {
  const names = z.registry<{ id: string }>();
  for (const [id, [schema]] of Object.entries(models)) names.add(schema, { id });
  const { schemas } = z.toJSONSchema(names, { io: 'input', unrepresentable: 'any', uri: schemaAddress });
  const resolve = inlineOf(schemas);
  const declared = Object.entries(schemas).flatMap(([name, { $id, $schema, ...schema }]) =>
    isTypeName(name) ? [declareModel(name, schema, resolve)] : [],
  );
  return [
    '// Generated from the model.',
    ...declared,
    ...Object.entries(words).map(
      ([name, values]) => `export type ${name} = ${values.map(value => JSON.stringify(value)).join(' | ')};`,
    ),
    ...Object.entries(taken).flatMap(([file, wanted]) => takeDeclarations(read(root, file), wanted)),
    errorTypes,
  ].join('\n');
}

function declareModel(name: string, schema: JsonSchema, resolve: ReturnType<typeof inlineOf>): string {
  const closed = name === 'ContextRequest' ? withoutOthers(schema) : schema;
  return `/** ${models[name]?.[1]} */\nexport type ${name} = ${declareType(closed, resolve)};\n`;
}

/** Those of a text's declarations that are named, each with its comment. A blank line parts them. */
function takeDeclarations(text: string, wanted: readonly string[]): string[] {
  const parts = text.split('\n\n');
  return wanted.map(name => {
    const found = parts
      .flatMap(part => part.split(/\n(?=(?:\/\*\*[^\n]*\n)?export type )/))
      .find(part => new RegExp(`^export (?:type|interface) ${name}\\b`, 'm').test(part));
    if (found === undefined) throw new Error(`there is no declaration of ${name}`);
    return `${found.trim()}\n`;
  });
}

/** A module with the model's types among its own. */
function moduleDeclarations(root: string, files: readonly string[], values: string): string {
  const known = [
    ...Object.keys(models),
    ...Object.keys(words),
    ...Object.values(taken).flat(),
    'ErrorCode',
    'ErrorBody',
  ];
  const text = files.map(file => withoutImports(read(root, file))).join('\n') + values;
  const used = known.filter(name => new RegExp(`\\b${name}\\b`).test(text));
  return `import type { ${used.join(', ')} } from './model.js';\n\nexport type * from './model.js';\n${text}`;
}

/** An adapter's own types, and its functions with what is said of their types. */
function adapterDeclarations(text: string, functions: Readonly<Record<string, string>>): string {
  const own = withoutImports(text);
  const uses = (names: readonly string[]) => names.filter(name => new RegExp(`\\b${name}\\b`).test(own));
  const values = Object.entries(functions).map(([name, type]) => {
    const comment = new RegExp(`(/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)export type ${type}\\b`).exec(own)?.[1];
    return `${comment ?? ''}export declare const ${name}: ${type};\n`;
  });
  return [
    `import type { ${uses(['Weft', 'PrepareOptions']).join(', ')} } from './engine.js';`,
    ...(uses(['StorePort']).length > 0 ? ["import type { StorePort } from './model.js';"] : []),
    own,
    ...values,
  ].join('\n');
}

const weftError = `
/** Why something failed: a code to act on, a sentence, and details such as all errors of a request. */
export declare class WeftError extends Error {
  readonly code: WeftErrorCode;
  readonly details: unknown;
  constructor(code: WeftErrorCode, message: string, details?: unknown);
}
`;

const createWeftDeclaration = `${weftError}
/**
 * Opens the engine within this program: on a project folder, a signed bundle, definitions of the program itself, or a
 * source of its own. Fails where there is nothing that may act: \`not_found\`, \`untrusted_project\`, \`invalid_input\` for
 * definitions that are none, \`forbidden\` for a bundle that is not genuine.
 *
 * @example
 * const weft = await createWeft({ project: '.', trust: 'all' });
 * const { context } = await weft.assemble({ scope_variables: {}, input: { text: 'Plan the release' } });
 */
export declare function createWeft(options: WeftOptions): Promise<Weft>;
`;

const ruleFunctions = `${weftError}
/** An evaluator of these engines, compiled once. Fails with \`invalid_input\` where one is none. */
export declare const createEvaluator: Rules['createEvaluator'];
/** All problems of an engine; none where it can be used. */
export declare const checkEngine: Rules['checkEngine'];
/** Whether one condition holds for variables by their full names, with the reason where it does not. */
export declare const testCondition: Rules['testCondition'];
/** What static analysis finds, errors first. */
export declare const analyze: Rules['analyze'];
/** The smallest change of a request that makes a rule fire. */
export declare const fixRule: Rules['fixRule'];
/** A rule as a sentence in English. */
export declare const describeRule: Rules['describeRule'];
/** Every variable that a rule could ask for. */
export declare const possibleVariables: Rules['possibleVariables'];
/** All operators, in the order of the catalogue. */
export declare const operators: Rules['operators'];
`;
