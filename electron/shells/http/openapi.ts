import { contract } from '../../../shared/contract/contract.ts';
import {
  type ContractSchemas,
  describeContract,
  schemaAddress,
} from '../../../shared/contract/contract-schemas.ts';
import { type Procedure, takesRequest } from '../../../shared/contract/procedure.ts';
import type { JsonSchema } from '../../../shared/model/json-schema.ts';
import {
  errorAnswers,
  etagHeader,
  jsonBody,
  jsonContent,
  type Operation,
  type PathEntry,
  problemAnswer,
  problemDetails,
  sharedParameters,
} from './openapi-parts.ts';
import { hasBody, listRestRoutes, pathKeys, type RestRoute, takesHash } from './rest-routes.ts';

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
      parameters: sharedParameters,
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
  if (route.body !== undefined) {
    const content = propertyOf(input, route.body);
    const { expected_hash } = input.properties ?? {};
    return expected_hash === undefined ? content : { allOf: [content, { properties: { expected_hash } }] };
  }
  const elsewhere = new Set(pathKeys(route.path));
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
        parameters: commonParameters(procedure),
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

/** A header is offered where it does something. */
const headersOf = (procedure: Procedure) =>
  ['RequestId', ...(takesRequest(procedure) ? ['ThreadId'] : [])].map(parameterReference);

const parameterReference = (name: string) => ({ $ref: `#/components/parameters/${name}` });

const commonParameters = (procedure: Procedure) => [
  ...headersOf(procedure),
  ...(takesHash(procedure) ? ['IfMatch', 'ExpectedHash'].map(parameterReference) : []),
];

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
    path: '/sdk.js',
    method: 'get',
    operation: {
      operationId: 'sdk',
      summary: 'The client as a module, for pages of this server.',
      responses: { 200: { description: 'It.', content: { 'text/javascript': {} } }, ...errorAnswers },
    },
  },
  {
    path: '/session',
    method: 'post',
    operation: {
      operationId: 'session',
      summary: 'Exchanges the one-time code of the printed address for the cookie of one browser.',
      security: openToAll,
      requestBody: jsonBody({
        type: 'object',
        properties: { code: { type: 'string' } },
        required: ['code'],
      }),
      responses: {
        200: {
          description: 'The cookie is set.',
          ...jsonContent({ type: 'object', properties: { ok: { const: true } }, required: ['ok'] }),
        },
        ...errorAnswers,
      },
    },
  },
  {
    path: '/proof',
    method: 'get',
    operation: {
      operationId: 'proof',
      summary: 'Proves that this server knows the token, before a client sends it.',
      description:
        'The answer is HMAC-SHA256, keyed by the token, over "weft-server-proof", the address and port of the end of ' +
        'the connection at which the server was asked (e.g. 127.0.0.1:4747) and the nonce, joined by line feeds, in ' +
        'base64url. Send the token over that same connection.',
      security: openToAll,
      parameters: [
        {
          name: 'nonce',
          in: 'query',
          required: true,
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
        },
      ],
      responses: {
        200: {
          description: 'The proof.',
          ...jsonContent({ type: 'object', properties: { proof: { type: 'string' } }, required: ['proof'] }),
        },
        ...errorAnswers,
      },
    },
  },
  {
    path: '/mcp',
    method: 'post',
    operation: {
      operationId: 'mcp',
      summary: 'The Model Context Protocol for agents: streamable HTTP, without sessions.',
      parameters: [
        {
          name: 'tools',
          in: 'query',
          description: 'Which tools are offered: names of sets with commas between them.',
          schema: { type: 'string' },
        },
      ],
      requestBody: jsonBody({ type: 'object' }),
      responses: {
        200: {
          description: 'A message, or a stream of them.',
          content: { 'application/json': { schema: { type: 'object' } }, 'text/event-stream': {} },
        },
        202: { description: 'A notification was taken.' },
        ...errorAnswers,
      },
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
