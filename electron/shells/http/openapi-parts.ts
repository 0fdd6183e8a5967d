import { schemaAddress } from '../../../shared/contract/contract-schemas.ts';
import { errorStatus } from '../../../shared/contract/errors.ts';
import type { JsonSchema } from '../../../shared/model/json-schema.ts';

/** What the paths of the document have in common. */
export type Operation = Readonly<Record<string, unknown>>;

export interface PathEntry {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

interface JsonContent {
  readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
}

export const jsonContent = (schema: JsonSchema): JsonContent => ({
  content: { 'application/json': { schema } },
});
export const jsonBody = (schema: JsonSchema): JsonContent & { readonly required: boolean } => ({
  required: true,
  ...jsonContent(schema),
});

export const sharedParameters = {
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    description: 'Names the request in events and traces, unless its body does; the answer says it again.',
    schema: { type: 'string', maxLength: 200 },
  },
  ThreadId: {
    name: 'x-thread-id',
    in: 'header',
    description: 'Fills `scope.thread.thread_id` of the request, unless its body does.',
    schema: { type: 'string', maxLength: 200 },
  },
  IfMatch: {
    name: 'if-match',
    in: 'header',
    description: 'The ETag that was read; another state of the file is a conflict.',
    schema: { type: 'string' },
  },
  ExpectedHash: {
    name: 'expected_hash',
    in: 'query',
    description: 'The same without quotes; it may stand in the body too, and is said in one place only.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
} as const;

export const etagHeader = {
  etag: { description: "Hash of the definition's file.", schema: { type: 'string' } },
};

export const problemDetails = {
  type: 'object',
  description: 'RFC 9457, with the code of Weft.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { enum: Object.keys(errorStatus) },
    message: { type: 'string' },
    details: {},
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'message'],
} as const;

export const problemAnswer = {
  description: 'What was wrong, with all complaints at once.',
  content: { 'application/problem+json': { schema: { $ref: schemaAddress('ProblemDetails') } } },
} as const;

export const errorAnswers = Object.fromEntries(
  [...new Set(Object.values(errorStatus)), 'default'].map(status => [
    status,
    { $ref: '#/components/responses/Problem' },
  ]),
);
