import { z } from 'zod';

/**
 * One capability of Weft: what goes in, what comes out, what it may touch.
 * Schemas check and never change a value (no defaults, no transforms): handlers get what the caller sent.
 */
export interface Procedure<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly summary: string;
  readonly access: 'read' | 'write';
  /** False when it works without an open project. */
  readonly project: boolean;
  readonly input: Input;
  readonly output: Output;
}

export function procedure<Input extends z.ZodType, Output extends z.ZodType>(
  definition: Procedure<Input, Output>,
): Procedure<Input, Output> {
  return definition;
}

/** Input of procedures that take none. */
export const nothing = z.strictObject({});

/** Accepts anything under the type of `schema`: for values that the handler judges itself, to report all errors at once (A1). */
export function judgedByHandler<Schema extends z.ZodType>(
  schema: Schema,
): z.ZodType<z.infer<Schema>, z.infer<Schema>> {
  return z.custom<z.infer<Schema>>(() => true).meta({ judgedAs: schema });
}
