import { z } from 'zod';
import { conditionResultSchema, evaluationSchema } from '../model/evaluation.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import { requestSchema } from '../model/request.ts';
import { conditionSchema, engineSchema } from '../model/rule.ts';
import { possibleVariableSchema } from '../model/variable.ts';
import { judgedByHandler, nothing, procedure } from './procedure.ts';

export const rulesContract = {
  'rules.testCondition': procedure({
    summary: 'Tests one condition against prefixed variables (R3, R4).',
    access: 'read',
    project: false,
    input: z.strictObject({
      condition: conditionSchema,
      variables: z.custom<JsonObject>(isJsonObject, 'must be an object'),
    }),
    output: conditionResultSchema,
  }),
  'rules.evaluate': procedure({
    summary: "Evaluates engines for a request (R8): the given ones, or the project's.",
    access: 'read',
    project: false,
    input: z.strictObject({
      request: judgedByHandler(requestSchema),
      engines: judgedByHandler(z.array(engineSchema)).optional(),
      explain: z.boolean().optional(),
    }),
    output: evaluationSchema,
  }),
  'rules.possibleVariables': procedure({
    summary: 'Every variable a rule could ask for (V1).',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({ variables: z.array(possibleVariableSchema) }),
  }),
};
