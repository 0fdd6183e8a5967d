import { contract } from '../../../shared/contract/contract.ts';
import {
  type ContractSchemas,
  describeContract,
  type JsonSchema,
  schemaAddress,
} from '../../../shared/contract/contract-schemas.ts';
import { errorStatus } from '../../../shared/contract/errors.ts';
import type { Procedure } from '../../../shared/contract/procedure.ts';
import { hasBody, listRestRoutes, pathKeys, type RestRoute, takesHash } from './rest-routes.ts';

type Operation = Readonly<Record<string, unknown>>;

/** The document of `GET /openapi.json` (OpenAPI 3.1), generated from the contract. */
export function createOpenApi(version: string): object {
  const described = describeContract();
  return {
    openapi: '3.1.1',
    info: {
      title: 'Weft',
      version,
      summary: 'Decides which memories an LLM agent gets, assembles them into a budget, and explains it.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { session: [] }],
    paths: mergePaths([...ownPaths, ...restPaths(described), ...procedurePaths(described)]),
    components: {
      schemas: { ...described.schemas, ProblemDetails: problemDetails },
      responses: { Problem: problemAnswer },
      parameters: headerParameters,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token of this launch.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'weft-session-{port}',
          description: 'The session of one browser, valid from pages of this server only.',
        },
      },
    },
  };
}

interface PathEntry {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function mergePaths(entries: readonly PathEntry[]): Record<string, Record<string, Operation>> {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { path, method, operation } of entries) paths[path] = { ...paths[path], [method]: operation };
  return paths;
}

function restPaths(described: ContractSchemas): PathEntry[] {
  return listRestRoutes().map(route => ({
    path: route.path.replace(/:(\w+)/g, '{$1}'),
    method: route.method.toLowerCase(),
    operation: restOperation(route, described),
  }));
}

function restOperation(route: RestRoute, described: ContractSchemas): Operation {
  const names = described.procedures.get(route.name);
  const input = described.schemas[names?.input ?? ''] ?? {};
  const output = names?.output ?? '';
  const inPath = pathKeys(route.path).map(key => ({
    name: key,
    in: 'path',
    required: true,
    schema: propertyOf(input, key),
  }));
  return {
    operationId: [route.method.toLowerCase(), ...route.path.split(/\W+/)].filter(Boolean).join('_'),
    tags: [route.path.split('/')[1]],
    summary: route.procedure.summary,
    description: `Calls \`${route.name}\`.`,
    parameters: [...inPath, ...commonParameters(route.procedure)],
    ...(hasBody(route) ? { requestBody: jsonBody(bodySchema(route, input)) } : {}),
    responses: {
      [route.status ?? 200]: {
        description: 'Done.',
        ...(propertyNames(described, output).includes('hash') ? { headers: etagHeader } : {}),
        ...jsonContent(answerSchema(route, described, output)),
      },
      ...errorAnswers,
    },
  };
}

function bodySchema(route: RestRoute, input: JsonSchema): JsonSchema {
  if (route.body !== undefined) return propertyOf(input, route.body);
  const elsewhere = new Set([...pathKeys(route.path), 'expected_hash']);
  const { properties = {}, required = [], ...rest } = input;
  const whole = {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !elsewhere.has(key))),
    required: required.filter(key => !elsewhere.has(key)),
  };
  return route.list === undefined ? whole : { anyOf: [propertyOf(input, route.list), whole] };
}

function answerSchema(route: RestRoute, described: ContractSchemas, output: string): JsonSchema {
  // A file holds what the procedure of the same definition answers; its shape is its schema's matter.
  if (route.file) return { type: 'object' };
  if (route.result === undefined) return { $ref: schemaAddress(output) };
  return propertyOf(described.schemas[output] ?? {}, route.result);
}

function procedurePaths(described: ContractSchemas): PathEntry[] {
  const procedures: [string, Procedure][] = Object.entries(contract);
  return procedures.map(([name, procedure]) => {
    const { input = '', output = '' } = described.procedures.get(name) ?? {};
    return {
      path: `/procedures/${name}`,
      method: 'post',
      operation: {
        operationId: name,
        tags: ['procedures'],
        summary: procedure.summary,
        'x-access': procedure.access,
        parameters: headerReferences,
        requestBody: jsonBody({ $ref: schemaAddress(input) }),
        responses: {
          200: { description: 'Done.', ...jsonContent({ $ref: schemaAddress(output) }) },
          ...errorAnswers,
        },
      },
    };
  });
}

const propertyNames = ({ schemas }: ContractSchemas, name: string): string[] =>
  Object.keys(schemas[name]?.properties ?? {});

function propertyOf(schema: JsonSchema, key: string): JsonSchema {
  const found = schema.properties?.[key];
  return typeof found === 'object' ? found : {};
}

const jsonContent = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });
const jsonBody = (schema: JsonSchema) => ({ required: true, ...jsonContent(schema) });

const headerParameters = {
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    description: 'Names the request in events and traces, unless its body does.',
    schema: { type: 'string', maxLength: 200 },
  },
  ThreadId: {
    name: 'x-thread-id',
    in: 'header',
    description: 'Fills `scope.thread.thread_id` of an assembly, unless its body does.',
    schema: { type: 'string', maxLength: 200 },
  },
  IfMatch: {
    name: 'if-match',
    in: 'header',
    description: 'The ETag that was read; another state of the file is a conflict.',
    schema: { type: 'string' },
  },
} as const;

const headerReferences = ['RequestId', 'ThreadId'].map(name => ({ $ref: `#/components/parameters/${name}` }));

const commonParameters = (procedure: Procedure) => [
  ...headerReferences,
  ...(takesHash(procedure) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
];

const etagHeader = {
  etag: { description: "Hash of the definition's file.", schema: { type: 'string' } },
};

const problemDetails = {
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

const problemAnswer = {
  description: 'What was wrong, with all complaints at once.',
  content: { 'application/problem+json': { schema: { $ref: schemaAddress('ProblemDetails') } } },
} as const;

const errorAnswers = Object.fromEntries(
  [...new Set(Object.values(errorStatus)), 'default'].map(status => [
    status,
    { $ref: '#/components/responses/Problem' },
  ]),
);

const openToAll: readonly unknown[] = [];

/** What the server has beside the contract. */
const ownPaths: readonly PathEntry[] = [
  {
    path: '/health',
    method: 'get',
    operation: {
      operationId: 'health',
      summary: 'Says that the server is there.',
      security: openToAll,
      responses: {
        200: {
          description: 'It is.',
          ...jsonContent({
            type: 'object',
            properties: { status: { const: 'ok' }, version: { type: 'string' } },
            required: ['status', 'version'],
          }),
        },
      },
    },
  },
  {
    path: '/openapi.json',
    method: 'get',
    operation: {
      operationId: 'openapi',
      summary: 'This document.',
      responses: { 200: { description: 'It.', ...jsonContent({ type: 'object' }) }, ...errorAnswers },
    },
  },
  {
    path: '/events',
    method: 'get',
    operation: {
      operationId: 'events',
      summary: 'A WebSocket of all events, or of one request.',
      responses: { 101: { description: 'A WebSocket.' }, ...errorAnswers },
    },
  },
];
