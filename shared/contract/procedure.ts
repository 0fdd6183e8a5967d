import { z } from 'zod';
import type { JsonObject } from '../model/json.ts';
import { requestSchema } from '../model/request.ts';
import type { ToolSet } from './tool-sets.ts';

/** A path of the REST door that leads to a procedure. Every procedure has `POST /procedures/<name>` besides. */
export interface RestDoor {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `:key` where a key of the input stands in the path. */
  readonly path: string;
  /** The key of the input that the body is; else the body is the input itself, without the keys of the path. */
  readonly body?: string;
  /** The key of the input that the body is when it is a list. */
  readonly list?: string;
  /** The key of the output that is answered; else all of it. */
  readonly result?: string;
  /** The output is a file, `filename` and `text`, and answered as such. */
  readonly file?: true;
  /** Status of success, 200 where absent. */
  readonly status?: 201;
}

/** A tool of the MCP door that leads to a procedure. */
export interface McpDoor<Output = unknown> {
  readonly tool: string;
  readonly set: ToolSet;
  /** Among the few that are offered where nobody chose a set. */
  readonly byDefault?: true;
  /** What agents are told, where the procedure's summary does not say it for them. */
  readonly description?: string;
  /** Each parameter that agents are told of, in a phrase; the others are taken as well. */
  readonly tells: Readonly<Record<string, string>>;
  /** The key of the input that the arguments are, as far as they are not other keys of it; else they are the input. */
  readonly body?: string;
  /** Keys by another name, under which the tools beside this one have them: `{ id: 'engine_id' }`. */
  readonly alsoNamed?: Readonly<Record<string, string>>;
  /** Where another procedure has the same tool: the argument that makes it lead here. */
  readonly given?: string;
  /** What the input has where the arguments do not say otherwise. */
  readonly defaults?: JsonObject;
  /** It changes or takes away what was there; writing tools without it only add. */
  readonly destructive?: true;
  /** The answer made for reading; every value in its order where absent. */
  text?(value: Output): string;
}

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
  /** Its names at the REST door; a `hash` in the output travels as ETag, `expected_hash` as If-Match. */
  readonly rest?: readonly RestDoor[];
  /** Its tools at the MCP door; without them agents cannot call it. */
  readonly mcp?: readonly McpDoor<z.infer<Output>>[];
}

export function procedure<Input extends z.ZodType, Output extends z.ZodType>(
  definition: Procedure<Input, Output>,
): Procedure<Input, Output> {
  return definition;
}

/** Input of procedures that take none. */
export const nothing = z.strictObject({});

/** Accepts anything under the type of `schema`: for values that the handler judges itself, to report all errors at once. */
export function judgedByHandler<Schema extends z.ZodType>(
  schema: Schema,
): z.ZodType<z.infer<Schema>, z.infer<Schema>> {
  return z.custom<z.infer<Schema>>(() => true).meta({ judgedAs: schema });
}

/** True when the input has an assembly request under `request`, so that what a door knows of the thread has a place to go. */
export function takesRequest(procedure: Procedure): boolean {
  const known = taking.get(procedure);
  if (known !== undefined) return known;
  const found = hasRequest(procedure);
  taking.set(procedure, found);
  return found;
}

const taking = new WeakMap<Procedure, boolean>();

function hasRequest({ input }: Procedure): boolean {
  if (!(input instanceof z.ZodObject)) return false;
  const { request } = input.shape;
  return request instanceof z.ZodType && request.meta()?.judgedAs === requestSchema;
}
