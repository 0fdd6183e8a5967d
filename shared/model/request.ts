import { z } from 'zod';
import { tableOf } from './entries.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { type Scope, scopeFields, scopes } from './scope.ts';

/** Token estimators a request may ask for. `chars4` is the default. */
export const estimators = ['chars4', 'o200k_base', 'cl100k_base'] as const;
export type Estimator = (typeof estimators)[number];
export type ExactEstimator = Exclude<Estimator, 'chars4'>;

export const budgetStrategies = ['peel', 'pack'] as const;
export type BudgetStrategy = (typeof budgetStrategies)[number];

const variables = z.custom<JsonObject>(isJsonObject, 'must be an object').meta({ type: 'object' });
const positiveInteger = z.int('must be a whole number >= 1').min(1, 'must be a whole number >= 1');
const integerUpTo = (most: number) => positiveInteger.max(most, `must be a whole number of 1 to ${most}`);

/** Limits of one assembly. Times in milliseconds, budget in tokens. */
export const constraintsSchema = z.looseObject({
  max_tokens: positiveInteger.optional(),
  estimator: z.enum(estimators).optional(),
  budget_strategy: z.enum(budgetStrategies).optional(),
  /** `items` counts item contents, `rendered` the rendered Markdown. */
  count: z.enum(['items', 'rendered']).optional(),
  max_concurrency: integerUpTo(256).optional(),
  timeout_ms: integerUpTo(600_000).optional(),
  deadline_ms: integerUpTo(600_000).optional(),
});
export type Constraints = z.infer<typeof constraintsSchema>;

/** A scope with its standard fields, so that descriptions of the contract name them; any others are allowed. */
const scopeObject = (scope: Scope) =>
  variables.meta({
    type: 'object',
    properties: Object.fromEntries(
      scopeFields[scope].map(field => [field, { type: ['string', 'number', 'null'] }]),
    ),
    additionalProperties: {},
  });

const scopeVariables = z.strictObject(
  tableOf(scopes, scope => scopeObject(scope).nullable().optional()),
  {
    error: issue =>
      issue.code === 'unrecognized_keys' ? `unknown scope; the scopes are ${scopes.join(', ')}` : undefined,
  },
);

/** What the user said. */
export const inputSchema = z.looseObject({ text: z.string().optional() });

/** What an assembly is asked with; keys that are not known stay: docs/reference/contract.md. */
export const requestSchema = z.looseObject({
  scope_variables: scopeVariables,
  additional_variables: variables.optional(),
  input: z.union([z.string(), inputSchema]).optional(),
  explicit_memory: z.array(z.string()).optional(),
  constraints: constraintsSchema.optional(),
  rule_engine_ids: z.array(z.string()).optional(),
  request_id: z.string().min(1).max(200).optional(),
});
export type ContextRequest = z.infer<typeof requestSchema>;
