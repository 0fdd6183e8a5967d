import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeContract, schemaAddress } from '../../shared/contract/contract-schemas.ts';
import { errorStatus } from '../../shared/contract/errors.ts';
import type { JsonSchema } from '../../shared/model/json-schema.ts';
import { declareType } from './declare-type.ts';

/** Files that hold types only: their text is part of the declarations as it is. */
const typeFiles = ['shared/contract/events.ts', 'electron/sdk/client-types.ts'];

/**
 * The declarations of the SDK as one file without imports. The contract's types are written out,
 * since whoever uses the SDK has no zod to compute them with.
 */
export function sdkDeclarations(root: string): string {
  const { schemas, procedures } = describeContract();
  // Names with a dot belong to one procedure and are written out where they are used.
  const named = Object.entries(schemas)
    .filter(([name]) => isTypeName(name))
    .map(([name, schema]) => [name, name === 'ContextRequest' ? withoutOthers(schema) : schema] as const);
  const typeOf = (name: string) => declareType({ $ref: schemaAddress(name) }, inlineOf(schemas));
  return [
    '// Generated from the contract.',
    ...named.map(([name, schema]) => `export type ${name} = ${declareType(schema, inlineOf(schemas))};\n`),
    'export interface Procedures {',
    ...[...procedures].map(
      ([name, { input, output }]) => `  '${name}': { input: ${typeOf(input)}; output: ${typeOf(output)} };`,
    ),
    '}',
    contractTypes,
    ...typeFiles.map(file => withoutImports(readFileSync(join(root, file), 'utf8'))),
    clientDeclarations,
  ].join('\n');
}

/** A request whose keys are those that mean something: others are allowed, and nothing but a slip of the keyboard. */
export function withoutOthers(request: JsonSchema): JsonSchema {
  const { constraints, ...others } = request.properties ?? {};
  const closed =
    typeof constraints === 'object' ? { ...constraints, additionalProperties: false } : constraints;
  return {
    ...request,
    additionalProperties: false,
    properties: { ...others, ...(closed !== undefined && { constraints: closed }) },
  };
}

export const isTypeName = (name: string): boolean => /^[A-Z]\w*$/.test(name);

/** What a reference stands for: a name, or a schema to write out. */
export function inlineOf(schemas: Readonly<Record<string, JsonSchema>>) {
  const start = schemaAddress('').length;
  return (reference: string): string | JsonSchema => {
    const name = reference.slice(start);
    return isTypeName(name) ? name : (schemas[name] ?? {});
  };
}

export const errorTypes = `
export type ErrorCode = ${Object.keys(errorStatus)
  .map(code => `'${code}'`)
  .join(' | ')};
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: unknown;
}
`;

const contractTypes = `
export type ProcedureName = keyof Procedures;
export type Input<Name extends ProcedureName> = Procedures[Name]['input'];
export type Output<Name extends ProcedureName> = Procedures[Name]['output'];
${errorTypes}`;

const clientDeclarations = `
/** Why a call failed: a code to act on, a sentence, and the server's details. */
export declare class WeftError extends Error {
  readonly code: WeftErrorCode;
  readonly details: unknown;
  constructor(code: WeftErrorCode, message: string, details?: unknown, options?: ErrorOptions);
}

/** A client of a running \`weft serve\`; nothing is sent until it is asked something. */
export declare function createClient(options?: ClientOptions): WeftClient;

// Keeps what is not marked as exported to this file.
export {};
`;

export function withoutImports(text: string): string {
  return text.replace(/^import type [^;]*;\n/gm, '').replace(/^\/\/ Types only:.*\n/m, '');
}
