import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What may be written where a schema is asked for, as JSON Schema 2020-12; what it cannot say is anything. */
export const toJsonSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
