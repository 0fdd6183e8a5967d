import { errorAnswers, jsonBody, jsonContent, type PathEntry } from './openapi-parts.ts';

const openToAll: readonly unknown[] = [];

/** What the server has beside the contract. */
export const ownPaths: readonly PathEntry[] = [
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
