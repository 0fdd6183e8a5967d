import { z } from 'zod';
import { variableTypes } from './variable-type.ts';

/** A variable a rule could ask for, and where it is known from. `name` is prefixed. */
export const possibleVariableSchema = z.object({
  name: z.string(),
  type: z.enum(variableTypes),
  source: z.enum(['scope', 'rule', 'memory', 'sample']),
  required: z.boolean().optional(),
  used_by: z.array(z.string()),
  examples: z.array(z.unknown()).optional(),
});
export type PossibleVariable = z.infer<typeof possibleVariableSchema>;

/** What callers must provide for a set of memories. */
export const requiredVariablesSchema = z.object({
  scope_variables: z.array(z.string()),
  additional_variables: z.record(
    z.string(),
    z.object({ type: z.enum(variableTypes), required: z.boolean(), from_memory: z.array(z.string()) }),
  ),
});
export type RequiredVariables = z.infer<typeof requiredVariablesSchema>;
