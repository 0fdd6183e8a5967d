import { once } from 'node:events';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReadableStream, TextEncoderStream } from 'node:stream/web';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { contract } from '../../../shared/contract/contract.ts';
import type { Reply } from '../../../shared/contract/errors.ts';
import type { EventsMessage, EventsSubscribed, WeftEvent } from '../../../shared/contract/events.ts';
import type { Procedure } from '../../../shared/contract/procedure.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { removeFolder } from '../../../test/support/temporary-folder.ts';
import type { Caller } from '../../services/project/call.ts';
import { contentSecurityPolicy } from '../security-headers.ts';
import { type Credentials, createCredentials, createSecret } from './credentials.ts';
import { createOpenApi } from './openapi.ts';
import { listRestRoutes, pathKeys, takesHash } from './rest-routes.ts';
import { createRoutes } from './routes.ts';
import { type HttpShell, startHttpShell } from './server.ts';

interface Asked {
  readonly name: string;
  readonly input: unknown;
  readonly caller: Caller;
}

const asked: Asked[] = [];
const listeners = new Set<(event: WeftEvent) => void>();
const credentials: Credentials = createCredentials(createSecret());
const state: { folder: string; shell?: HttpShell; reply: Reply<unknown> | Promise<Reply<unknown>> } = {
  folder: '',
  reply: { ok: true, value: {} },
};

const options = () => ({
  dispatch: async (caller: Caller, name: string, input: unknown) => {
    asked.push({ name, input, caller });
    return state.reply;
  },
  subscribe: (listener: (event: WeftEvent) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  credentials,
  bundleDir: join(state.folder, 'bundle'),
  sdkDir: state.folder,
  version: '1.2.3',
  listenAt: { address: '127.0.0.1', allowRemote: false, port: 0, orNextPort: false },
  host: { status: () => ({}), drain: () => ({}) },
  logFailure: (error: unknown) => {
    throw error;
  },
});

beforeAll(async () => {
  state.folder = await mkdtemp(join(tmpdir(), 'weft-http-'));
  await mkdir(join(state.folder, 'bundle/assets'), { recursive: true });
  await writeFile(join(state.folder, 'bundle/index.html'), '<!doctype html><title>Weft</title>');
  await writeFile(join(state.folder, 'bundle/assets/index-1.js'), 'export {};');
  await writeFile(join(state.folder, 'secret.html'), 'secret');
  await symlink(join(state.folder, 'secret.html'), join(state.folder, 'bundle/assets/link.html'));
  state.shell = await startHttpShell(options());
});

afterAll(async () => {
  await state.shell?.close();
  await removeFolder(state.folder);
});

beforeEach(() => {
  asked.length = 0;
  state.reply = { ok: true, value: { done: true } };
});

function origin(): string {
  return state.shell?.origin ?? '';
}

const authorized = () => ({ authorization: `Bearer ${credentials.token}` });
/** A connection on which the head of a request was sent, and what comes back on it. */
function sendHead(path: string, length: number, authorization: string = authorized().authorization) {
  const { host, port } = new URL(origin());
  const socket = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: ${authorization}`];
  const about = ['Content-Type: application/json', `Content-Length: ${length}`];
  socket.write(`${[...lines, ...about].join('\r\n')}\r\n\r\n`);
  const chunks: Buffer[] = [];
  socket.on('data', (data: Buffer) => chunks.push(data));
  return { socket, heard: () => Buffer.concat(chunks).toString() };
}

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${origin()}${path}`, {
    method: 'POST',
    headers: { ...authorized(), 'content-type': 'application/json', ...headers },
    body,
  });

/** Sends a head as it is and reads the status of the answer. */
async function rawStatus(lines: readonly string[]): Promise<number> {
  const socket = connect(state.shell?.port ?? 0, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [data]: unknown[] = await once(socket, 'data');
  socket.destroy();
  return Number(String(data).split(' ')[1]);
}

describe('the gate on the wire', () => {
  const port = () => state.shell?.port ?? 0;
  const token = () => `Authorization: Bearer ${credentials.token}`;
  const json = ['Content-Type: application/json', 'Content-Length: 2'];

  it('hostile heads reach no route at all, though they carry the right token', async () => {
    const hostile: readonly (readonly string[])[] = [
      ['Host: evil.example'],
      [],
      [`Host: 127.0.0.1:${port()}`, 'Host: evil.example'],
      ['Host: evil.example', `Host: 127.0.0.1:${port()}`],
      [`Host: 127.0.0.1:${port()}`, 'Origin: null'],
      [`Host: 127.0.0.1:${port()}`, 'Origin: http://localhost:3000'],
      [`Host: 127.0.0.1:${port()}`, 'Sec-Fetch-Site: cross-site'],
    ];
    const routes = createRoutes({
      ...options(),
      cookieName: 'c',
      mcp: async () => new Response(),
    }).routes.filter(({ path }) => path !== '*');
    const statuses = new Set<number>();
    for (const { method, path } of routes) {
      for (const head of hostile) {
        const target = path.replace(':name', 'engines.list').replaceAll(/:\w+/g, 'a');
        statuses.add(await rawStatus([`${method} ${target} HTTP/1.1`, ...head, token(), ...json]));
      }
    }
    expect({ statuses: [...statuses].sort(), asked }).toEqual({ statuses: [403, 421], asked: [] });
  });

  it('an absolute-form target and an upgrade with a foreign head are refused', async () => {
    const own = `Host: 127.0.0.1:${port()}`;
    const upgrade = [
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ];
    expect([
      await rawStatus([`POST http://127.0.0.1:${port()}/procedures/a HTTP/1.1`, own, token(), ...json]),
      await rawStatus(['GET /events HTTP/1.1', 'Host: evil.example', token(), ...upgrade]),
      await rawStatus(['GET /events HTTP/1.1', own, own, token(), ...upgrade]),
      await rawStatus(['GET /events HTTP/1.1', own, 'Origin: http://evil.example', token(), ...upgrade]),
      await rawStatus(['GET /other HTTP/1.1', own, token(), ...upgrade]),
      await rawStatus(['GET /events HTTP/1.1', own, token(), ...upgrade]),
    ]).toEqual([421, 421, 421, 403, 404, 101]);
  });

  it('no CORS header is ever sent', async () => {
    const answers = await Promise.all([
      fetch(`${origin()}/procedures/a`, { method: 'OPTIONS', headers: { origin: 'http://evil.example' } }),
      fetch(`${origin()}/`),
      post('/procedures/a', '{}'),
    ]);
    const names = answers.flatMap(answer => [...answer.headers.keys()]);
    expect(names.filter(name => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('procedures', () => {
  it('answer with the plain value', async () => {
    const answer = await post('/procedures/engines.get', '{"id":"a"}', {
      'x-thread-id': 't',
      'x-request-id': 'r',
    });
    const { cancel, ...caller } = asked[0]?.caller ?? { door: 'cli', access: 'read' };
    expect({
      status: answer.status,
      body: await answer.json(),
      asked: [asked[0]?.name, asked[0]?.input, caller, cancel?.cancelled],
    }).toEqual({
      status: 200,
      body: { done: true },
      asked: [
        'engines.get',
        { id: 'a' },
        { door: 'http', access: 'write', requestId: 'r', threadId: 't' },
        false,
      ],
    });
  });

  it('answer errors as problem+json with their status', async () => {
    state.reply = {
      ok: false,
      error: { code: 'conflict', message: 'the file changed', details: { hash: 'x' } },
    };
    const answer = await post('/procedures/engines.save', '{}');
    expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([
      409,
      'application/problem+json',
      {
        type: 'about:blank',
        title: 'conflict',
        status: 409,
        detail: 'the file changed',
        code: 'conflict',
        message: 'the file changed',
        details: { hash: 'x' },
      },
    ]);
  });

  it.each([
    ['a body that is no JSON', '{"a":', 400, 'invalid_input'],
    ['a body over 8 MiB', JSON.stringify('x'.repeat(8 * 1024 * 1024)), 413, 'too_large'],
  ])('refuse %s in one sentence', async (_, body, status, code) => {
    const answer = await post('/procedures/engines.list', body);
    const problem: unknown = await answer.json();
    expect([answer.status, problem, asked]).toEqual([
      status,
      expect.objectContaining({ code, message: expect.stringMatching(/^the body [^\n]+$/) }),
      [],
    ]);
  });

  it.each([
    ['/procedures/engines.list', undefined, '413'],
    ['/mcp', undefined, '413'],
    ['/procedures/engines.list', 'Bearer wrong', '401'],
  ])(
    'answer who listens only when all was sent, also what is not read: %s %s',
    async (path, wrong, status) => {
      const { socket, heard } = sendHead(path, 20 * 1024 * 1024, wrong);
      socket.pause();
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.write(Buffer.alloc(20 * 1024 * 1024, 'x'), error => (error ? reject(error) : resolve()));
      });
      socket.resume();
      await once(socket, 'close');
      expect(heard()).toContain(`HTTP/1.1 ${status}`);
    },
  );

  it('are closed to a client that goes on sending what nobody reads', async () => {
    const { socket, heard } = sendHead('/procedures/engines.list', 10 ** 12);
    // What is written to a closed connection fails, which is right.
    socket.on('error', () => {});
    const chunk = Buffer.alloc(1024 * 1024);
    const goOn = (): void => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on('drain', goOn);
    goOn();
    await new Promise<void>(resolve => {
      socket.once('close', () => resolve());
    });
    expect(heard()).toContain('HTTP/1.1 413');
  });

  it('refuse a body over 8 MiB that does not say its length', async () => {
    const chunks = Array.from({ length: 9 }, () => 'x'.repeat(1024 * 1024));
    const answer = await fetch(`${origin()}/procedures/engines.list`, {
      method: 'POST',
      headers: { ...authorized(), 'content-type': 'application/json' },
      body: ReadableStream.from(chunks).pipeThrough(new TextEncoderStream()),
      duplex: 'half',
    } as RequestInit); // duplex is not in the DOM's types
    expect(answer.status).toBe(413);
  });

  it('are cancelled when the client goes away', async () => {
    state.reply = new Promise(() => {});
    const controller = new AbortController();
    const gone = fetch(`${origin()}/procedures/assembly.assemble`, {
      method: 'POST',
      headers: { ...authorized(), 'content-type': 'application/json' },
      body: '{}',
      signal: controller.signal,
    }).catch(() => 'gone');
    await expect.poll(() => asked.length).toBe(1);
    controller.abort();
    expect(await gone).toBe('gone');
    await expect.poll(() => asked[0]?.caller.cancel?.cancelled).toBe(true);
  });
});

describe('REST paths that have names of their own', () => {
  const table: readonly (readonly [string, string, unknown, string, unknown])[] = [
    ['POST', '/context-assembly/assemble', { input: 'x' }, 'assembly.assemble', { request: { input: 'x' } }],
    ['POST', '/context-assembly/validate', { input: 'x' }, 'assembly.validate', { request: { input: 'x' } }],
    ['GET', '/context-assembly/memory-types', undefined, 'assembly.memoryTypes', {}],
    ['POST', '/context-assembly/evaluate-rules', {}, 'rules.evaluate', { request: {} }],
    [
      'POST',
      '/context-assembly/required-variables',
      ['a'],
      'memories.requiredVariables',
      { memory_ids: ['a'] },
    ],
    [
      'POST',
      '/context-assembly/required-variables',
      { memory_ids: ['a'] },
      'memories.requiredVariables',
      { memory_ids: ['a'] },
    ],
    ['GET', '/context-rule-engine', undefined, 'engines.list', {}],
    ['POST', '/context-rule-engine', { name: 'A' }, 'engines.create', { engine: { name: 'A' } }],
    ['GET', '/context-rule-engine/variables', undefined, 'rules.possibleVariables', {}],
    ['GET', '/context-rule-engine/a', undefined, 'engines.get', { id: 'a' }],
    [
      'PUT',
      '/context-rule-engine/a',
      { enabled: false },
      'engines.update',
      { id: 'a', changes: { enabled: false } },
    ],
    ['DELETE', '/context-rule-engine/a', undefined, 'engines.delete', { id: 'a' }],
    ['POST', '/context-rule-engine/evaluate', {}, 'rules.evaluate', { request: {} }],
    [
      'POST',
      '/context-rule-engine/a/rules',
      { name: 'R' },
      'engines.addRule',
      { id: 'a', rule: { name: 'R' } },
    ],
    [
      'PUT',
      '/context-rule-engine/a/rules/r',
      { priority: 1 },
      'engines.updateRule',
      { id: 'a', rule_id: 'r', changes: { priority: 1 } },
    ],
    ['DELETE', '/context-rule-engine/a/rules/r', undefined, 'engines.deleteRule', { id: 'a', rule_id: 'r' }],
    ['GET', '/persistent-memory/types', undefined, 'memories.list', {}],
    ['GET', '/persistent-memory/types/a', undefined, 'memories.get', { id: 'a' }],
    ['DELETE', '/persistent-memory/types/a', undefined, 'memories.delete', { id: 'a' }],
    ['POST', '/persistent-memory/types', { label: 'A' }, 'memories.create', { memory: { label: 'A' } }],
    [
      'PUT',
      '/persistent-memory/types/a',
      { label: 'B' },
      'memories.update',
      { id: 'a', changes: { label: 'B' } },
    ],
    ['GET', '/persistent-memory/types/a/export', undefined, 'memories.export', { id: 'a' }],
    ['POST', '/persistent-memory/types/a/duplicate', { to: 'b' }, 'memories.duplicate', { id: 'a', to: 'b' }],
    [
      'POST',
      '/persistent-memory/import',
      { files: [], on_conflict: 'keep' },
      'memories.import',
      { files: [], on_conflict: 'keep' },
    ],
    ['POST', '/persistent-memory/types/a/execute', {}, 'memories.execute', { id: 'a', request: {} }],
    ['POST', '/persistent-memory/validate', { id: 'a' }, 'memories.validate', { memory: { id: 'a' } }],
    ['GET', '/persistent-memory/step-specs', undefined, 'memories.stepSpecs', {}],
    [
      'POST',
      '/context-rule-engine/a/evaluate',
      { scope_variables: {} },
      'rules.evaluate',
      { request: { scope_variables: {} }, engine_id: 'a' },
    ],
  ];

  it.each(table)('%s %s', async (method, path, body, name, input) => {
    state.reply = { ok: true, value: { engine: { id: 'a' }, hash: 'h' } };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { ...authorized(), 'content-type': 'application/json' };
    await fetch(`${origin()}${path}`, { method, headers, ...init });
    expect(asked.map(call => [call.name, call.input])).toEqual([[name, input]]);
  });

  it('give the engine itself, its hash as ETag, and take it back as If-Match', async () => {
    const hash = 'f'.repeat(64);
    state.reply = { ok: true, value: { engine: { id: 'a', rules: [] }, hash } };
    const answer = await fetch(`${origin()}/context-rule-engine/a`, { headers: authorized() });
    await fetch(`${origin()}/context-rule-engine/a`, {
      method: 'PUT',
      headers: {
        ...authorized(),
        'content-type': 'application/json',
        'if-match': answer.headers.get('etag') ?? '',
      },
      body: '{}',
    });
    expect([await answer.json(), asked[1]?.input]).toEqual([
      { id: 'a', rules: [] },
      { id: 'a', expected_hash: hash, changes: {} },
    ]);
  });
});

describe('what a head may say', () => {
  const put = (match: string) =>
    fetch(`${origin()}/context-rule-engine/a`, {
      method: 'PUT',
      headers: { ...authorized(), 'content-type': 'application/json', 'if-match': match },
      body: '{}',
    });

  it.each(['h', '"h"', `W/"${'f'.repeat(64)}"`, `"${'f'.repeat(64)}", "${'e'.repeat(64)}"`])(
    'If-Match %s is refused instead of ignored',
    async match => {
      const answer = await put(match);
      expect([answer.status, asked]).toEqual([400, []]);
    },
  );

  it('If-Match guards a write by the name of its procedure too, and is refused where it guards nothing', async () => {
    const hash = 'f'.repeat(64);
    const match = { 'if-match': `"${hash}"` };
    await post('/procedures/engines.update', '{"id":"a","changes":{}}', match);
    expect(asked.map(({ input }) => input)).toEqual([{ id: 'a', changes: {}, expected_hash: hash }]);
    for (const [path, head] of [
      ['/procedures/engines.update', { 'if-match': 'h' }],
      ['/procedures/engines.create', match],
      ['/context-rule-engine', match],
    ] as const) {
      expect([path, (await post(path, '{}', head)).status]).toEqual([path, 400]);
    }
    expect(asked).toHaveLength(1);
  });

  it('If-Match * takes whatever is there', async () => {
    await put('*');
    expect(asked.map(({ input }) => input)).toEqual([{ id: 'a', changes: {} }]);
  });

  it.each([
    ['DELETE', '?expected_hash=', undefined],
    ['PUT', '?expected_hash=', '{}'],
    ['DELETE', '', JSON.stringify({ expected_hash: 'e'.repeat(64) })],
  ])('the hash that %s%s expects has an effect also where it is no header', async (method, query, body) => {
    const path = `/context-rule-engine/a${query}${query && 'e'.repeat(64)}`;
    const headers = { ...authorized(), 'content-type': 'application/json' };
    await fetch(`${origin()}${path}`, { method, headers, ...(body !== undefined && { body }) });
    expect(asked.map(({ input }) => input)).toEqual([
      { id: 'a', expected_hash: 'e'.repeat(64), ...(method === 'PUT' && { changes: {} }) },
    ]);
  });

  const guarded = listRestRoutes().filter(route => takesHash(route.procedure));

  it('and every path that changes one file is among them, with those whose body is what is written', () => {
    const inside = guarded.filter(({ body }) => body !== undefined).map(({ name }) => name);
    expect(inside.toSorted()).toEqual([
      'engines.addRule',
      'engines.update',
      'engines.updateRule',
      'memories.update',
    ]);
  });

  it.each(guarded)('the hash in the body of $method $path guards, and is not written', async route => {
    const expected_hash = 'e'.repeat(64);
    const send = (body: object, match = {}) =>
      fetch(`${origin()}${route.path.replaceAll(':', '')}`, {
        method: route.method,
        headers: { ...authorized(), 'content-type': 'application/json', ...match },
        body: JSON.stringify(body),
      });
    await send({ expected_hash });
    await send({});
    const content = route.body === undefined ? {} : { [route.body]: {} };
    const keys = Object.fromEntries(pathKeys(route.path).map(key => [key, key]));
    expect(asked.map(({ input }) => input)).toEqual([
      { ...keys, ...content, expected_hash },
      { ...keys, ...content },
    ]);
    const twice = await send({ expected_hash }, { 'if-match': `"${'f'.repeat(64)}"` });
    expect([twice.status, asked.length]).toEqual([400, 2]);
  });

  it('an id of a request is short', async () => {
    const answer = await post('/procedures/engines.list', '{}', { 'x-request-id': 'r'.repeat(201) });
    expect([answer.status, asked]).toEqual([400, []]);
  });
});

describe('what an address asks', () => {
  const hash = 'e'.repeat(64);

  /** Files, and what answers anybody: nothing is done there, whatever is asked. */
  const free = ['get /events', 'get /health', 'get /openapi.json', 'get /proof', 'get /sdk.js'];

  it('is refused by name on every path where nothing reads it', async () => {
    const { paths }: { paths?: Record<string, object> } = createOpenApi('1.2.3');
    const all = Object.entries({ ...paths, '/host': { get: {} }, '/host/drain': { post: {} } }).flatMap(
      ([path, methods]) => Object.keys(methods).map(method => ({ method, path })),
    );
    const silent: string[] = [];
    for (const { method, path } of all) {
      const answer = await fetch(`${origin()}${path.replaceAll(/[{}]/g, '')}?dry_run=true`, {
        method: method.toUpperCase(),
        headers: { ...authorized(), 'content-type': 'application/json' },
        ...(['post', 'put'].includes(method) && { body: '{}' }),
      });
      const isRefused = answer.status === 400 && (await answer.text()).includes('dry_run');
      if (!isRefused) silent.push(`${method} ${path}`);
    }
    expect([silent.toSorted(), asked]).toEqual([free, []]);
    expect(all.length).toBeGreaterThan(200);
  });

  it.each([
    ['/mcp?tool=rules', 'the address has \\"tool\\", which nothing reads; only tools is read there'],
    ['/mcp?tools=rules&tools=ledger', 'the address has \\"tools\\" twice'],
    ['/procedures/engines.update?expected_hash=a&expected_hash=b', 'twice'],
    ['/procedures/engines.create?expected_hash=a', 'JSON body of POST /procedures/engines.create'],
    ['/procedures/ledger.import?__proto__=1', '__proto__'],
  ])('%s is refused with its reason', async (path, reason) => {
    const answer = await post(path, '{}');
    expect([answer.status, await answer.text(), asked]).toEqual([400, expect.stringContaining(reason), []]);
  });

  it.each([
    ['/mcp?tool=rules', '{}', -32_600],
    ['/mcp?tools=nothing', '{}', -32_600],
    ['/mcp', '{', -32_700],
  ])('at %s with the body %s is refused with the code of JSON-RPC', async (path, body, code) => {
    const answer = await post(path, body);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code }, id: null }]);
  });

  it.each([
    ['PUT', `/context-rule-engine/a?expected_hash=${hash}`, { 'if-match': `"${hash}"` }, {}],
    ['PUT', `/context-rule-engine/a?expected_hash=${hash}`, { 'if-match': '*' }, {}],
    ['POST', '/procedures/engines.update', { 'if-match': `"${hash}"` }, { expected_hash: 'other' }],
    ['POST', `/procedures/engines.update?expected_hash=${hash}`, {}, { expected_hash: 'other' }],
  ])('a hash that is expected twice is refused: %s %s', async (method, path, match, body) => {
    const answer = await fetch(`${origin()}${path}`, {
      method,
      headers: { ...authorized(), 'content-type': 'application/json', ...match },
      body: JSON.stringify(body),
    });
    expect([answer.status, asked]).toEqual([400, []]);
  });

  it('is of no account to the studio, which a browser opens with a code', async () => {
    const answer = await fetch(`${origin()}/?from=mail`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Weft')]);
  });
});

describe('a body of which something would be lost', () => {
  const lost = [
    ['9007199254740993', 'this number has more digits than are kept; write it as a text'],
    ['{"a":1,"\\u0061":2}', 'the key \\"a\\" stands here twice'],
  ] as const;
  const headers = () => ({ ...authorized(), 'content-type': 'application/json' });

  it.each(lost)('is refused by all that writes: %s', async (value, reason) => {
    const written = Object.entries<Procedure>(contract).filter(([, { access }]) => access === 'write');
    const paths = written.flatMap(([name, { rest = [] }]) => [
      { method: 'POST', path: `/procedures/${name}` },
      ...rest.filter(({ method }) => method !== 'DELETE'),
    ]);
    const silent: string[] = [];
    for (const { method, path } of paths) {
      const answer = await fetch(`${origin()}${path}`, {
        method,
        headers: headers(),
        body: `{"x":\n${value}}`,
      });
      const text = await answer.text();
      if (answer.status !== 400 || !text.includes('line 2') || !text.includes(reason)) silent.push(path);
    }
    expect([silent, asked]).toEqual([[], []]);
    expect(paths.length).toBeGreaterThan(80);
  });

  it.each(lost)('is refused at /mcp in a call that writes, under its id: %s', async (value, reason) => {
    const call = (name: string) =>
      post(
        '/mcp',
        `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"${name}","arguments":{"a":${value}}}}`,
        {
          accept: 'application/json, text/event-stream',
        },
      );
    expect([await (await call('twining_post')).text(), asked]).toEqual([
      expect.stringMatching(/"code":-32602,"message":"line 1, column \d+: .*"id":7/),
      [],
    ]);
    expect(await (await call('twining_post')).text()).toContain(reason);
    expect(await (await call('context_get')).text()).not.toContain(reason);
  });
});

describe('a number that would be rounded', () => {
  const body = '{"rules":[\n{"when":[{"value":12345678901234567890}]}]}';

  it.each([
    ['PUT', '/context-rule-engine/a'],
    ['POST', '/procedures/memories.create'],
  ])('is refused with its place where a definition is stored: %s %s', async (method, path) => {
    const headers = { ...authorized(), 'content-type': 'application/json' };
    const answer = await fetch(`${origin()}${path}`, { method, headers, body });
    const reason = 'this number has more digits than are kept; write it as a text';
    expect([answer.status, JSON.stringify(await answer.json()), asked]).toEqual([
      400,
      expect.stringContaining(`line 2, column 19: ${reason}`),
      [],
    ]);
  });

  it.each([
    ['/procedures/assembly.assemble', body],
    ['/procedures/engines.create', body.replace(/"value":(\d+)/, '"value":"$1"')],
    ['/procedures/engines.create', body.replace(/(\d)\d+/, '9007199254740992')],
  ])('control: goes on where nothing of it is kept, or it is whole: %s', async (path, text) => {
    await post(path, text);
    expect(asked).toHaveLength(1);
  });
});

describe('the studio', () => {
  it('is served with its policy, and nothing beside it', async () => {
    const paths = [
      '/',
      '/index.html',
      '/assets/index-1.js',
      '/assets/link.html',
      '/assets/..%2f..%2fsecret.html',
    ];
    const answers = await Promise.all(paths.map(path => fetch(`${origin()}${path}`)));
    expect(answers.map(answer => [answer.status, answer.headers.get('content-type')])).toEqual([
      [200, 'text/html; charset=utf-8'],
      [200, 'text/html; charset=utf-8'],
      [200, 'text/javascript; charset=utf-8'],
      [404, 'application/problem+json'],
      [400, 'application/problem+json'],
    ]);
    expect(answers.map(answer => answer.headers.get('content-security-policy'))).toEqual(
      paths.map(() => contentSecurityPolicy),
    );
  });

  it('gives its pages the SDK, and nobody without a session', async () => {
    await writeFile(join(state.folder, 'sdk.js'), 'export {};');
    const [known, unknown] = await Promise.all([
      fetch(`${origin()}/sdk.js`, { headers: authorized() }),
      fetch(`${origin()}/sdk.js`),
    ]);
    expect([known.status, known.headers.get('content-type'), unknown.status]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      401,
    ]);
  });

  it('starts a session for a code once, with a cookie that only its own pages can use', async () => {
    const body = JSON.stringify({ code: credentials.issueCode() });
    const init = { method: 'POST', headers: { 'content-type': 'application/json', origin: origin() }, body };
    const [first, second] = [
      await fetch(`${origin()}/session`, init),
      await fetch(`${origin()}/session`, init),
    ];
    const setCookie = first.headers.get('set-cookie') ?? '';
    const cookie = setCookie.split(';')[0] ?? '';
    const ask = (headers: Record<string, string>) =>
      fetch(`${origin()}/procedures/a`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, ...headers },
        body: '{}',
      }).then(answer => answer.status);
    expect({
      statuses: [first.status, second.status],
      attributes: setCookie.split('; ').slice(1),
      asks: [await ask({ origin: origin() }), await ask({}), await ask({ origin: 'http://127.0.0.1:1' })],
    }).toEqual({
      statuses: [200, 401],
      attributes: ['HttpOnly', 'SameSite=Strict', 'Path=/'],
      asks: [200, 401, 403],
    });
  });

  it('says that it is there to whoever asks from this machine', async () => {
    const answer = await fetch(`${origin()}/health`);
    expect(await answer.json()).toEqual({ status: 'ok', version: '1.2.3' });
  });
});

describe('events', () => {
  const event: WeftEvent = { event: 'contextRuleEngine:updated', id: 'a' };
  const assembly: WeftEvent = {
    event: 'contextAssembly:error',
    error: { code: 'internal', message: 'x' },
    request_id: 'mine',
    seq: 1,
    at: '2026-11-21T00:00:00.000Z',
  };
  const address = () => `${origin().replace('http', 'ws')}/events`;
  const publish = (...events: readonly WeftEvent[]) => {
    for (const one of events) for (const listener of listeners) listener(one);
  };
  const collect = (socket: WebSocket) => {
    const messages: unknown[] = [];
    socket.on('message', data => messages.push(JSON.parse(String(data))));
    return messages;
  };

  it('go to a socket with the token', async () => {
    const socket = new WebSocket(address(), { headers: authorized() });
    const messages = collect(socket);
    await once(socket, 'open');
    publish(event);
    await expect.poll(() => messages).toEqual([{ ...event, position: expect.any(Number) }]);
    socket.close();
  });

  /** Sends a message and waits for its answer. */
  const tell = async (socket: WebSocket, message: EventsMessage): Promise<EventsSubscribed> => {
    const answer = once(socket, 'message');
    socket.send(JSON.stringify(message));
    const [data]: unknown[] = await answer;
    return JSON.parse(String(data));
  };

  it('go to a socket only after its first message was the token, and only of the request it follows', async () => {
    const socket = new WebSocket(address());
    await once(socket, 'open');
    publish(event, assembly);
    await tell(socket, { token: credentials.token, subscribe: { request_id: 'mine' } });
    const messages = collect(socket);
    publish(event, assembly, { ...assembly, request_id: 'other' });
    await expect.poll(() => messages).toEqual([{ ...assembly, position: expect.any(Number) }]);
    await tell(socket, { subscribe: {} });
    publish(event);
    await expect.poll(() => messages.at(-1)).toMatchObject(event);
    socket.close();
  });

  it('tell who comes back how many passed meanwhile, and when nobody knows', async () => {
    const first = new WebSocket(address(), { headers: authorized() });
    await once(first, 'open');
    const { stream, position } = await tell(first, {});
    first.terminate();
    publish(event, event, event);
    const second = new WebSocket(address(), { headers: authorized() });
    await once(second, 'open');
    expect([
      await tell(second, { after: { stream, position } }),
      await tell(second, { after: { stream, position: position + 3 } }),
      await tell(second, { after: { stream: 'of another launch', position: 7 } }),
    ]).toEqual(
      [3, 0, null].map(missed => ({ event: 'events:subscribed', stream, position: position + 3, missed })),
    );
    second.close();
  });

  it.each([
    ['a wrong token', '{"token":"wrong"}', 4401],
    ['no JSON', 'hello', 4400],
    ['a frame over the limit', 'x'.repeat(70_000), 1009],
  ])('%s closes the socket', async (_, message, code) => {
    const socket = new WebSocket(address());
    await once(socket, 'open');
    socket.send(message);
    const [closed]: unknown[] = await once(socket, 'close');
    expect(closed).toBe(code);
  });

  it.each([
    [{ subscribe: { request_id: 42 } }, 'subscribe.request_id'],
    [{ subscribe: { requestId: 'x' } }, 'requestId'],
    [{ subscribe: 'x' }, 'subscribe'],
    [{ subcribe: { request_id: 'x' } }, 'subcribe'],
    [{ after: { stream: 'x', position: '7' } }, 'after.position'],
    [{ subscribe: { ['ü'.repeat(5000)]: 1 } }, '?'],
  ])('%j is refused with the name of what is wrong, and nothing is sent', async (message, named) => {
    const socket = new WebSocket(address(), { headers: authorized() });
    await once(socket, 'open');
    const messages = collect(socket);
    socket.send(JSON.stringify(message));
    const [code, reason]: unknown[] = await once(socket, 'close');
    expect([code, String(reason), messages]).toEqual([4400, expect.stringContaining(named), []]);
  });

  it('a client that does not read is dropped, and the others are served', async () => {
    const slow = new WebSocket(address(), { headers: authorized() });
    const quick = new WebSocket(address(), { headers: authorized() });
    await Promise.all([once(slow, 'open'), once(quick, 'open')]);
    slow.pause();
    const closed = once(slow, 'close');
    slow.on('error', () => {});
    const received = collect(quick);
    const big: WeftEvent = { event: 'contextRuleEngine:updated', id: 'x'.repeat(1024 * 1024) };
    for (let sent = 1; sent <= 40; sent += 1) {
      publish(big);
      // On a busy machine the other would not keep up either, were it not waited for.
      await expect.poll(() => received.length, { interval: 2 }).toBe(sent);
    }
    slow.resume();
    await closed;
    expect(quick.readyState).toBe(WebSocket.OPEN);
    quick.close();
  });
});

describe('bounds on clients', () => {
  /** Connections that begin a head, or not even that, and never end it. */
  const openHalf = async (count: number) => {
    const sockets = Array.from({ length: count }, () => connect(state.shell?.port ?? 0, '127.0.0.1'));
    const closed = { count: 0 };
    for (const [index, socket] of sockets.entries()) {
      socket.on('error', () => {});
      socket.on('close', () => {
        closed.count += 1;
      });
      socket.resume();
      if (index % 3 > 0) socket.write('GET / HTTP/1.1\r\nX-Slow: ');
    }
    await Promise.all(sockets.map(socket => once(socket, 'connect')));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    return closed;
  };

  it('600 slow heads keep nobody out, and are closed when their time is over', async () => {
    const closed = await openHalf(600);
    const health = await fetch(`${origin()}/health`);
    const answer = await post('/procedures/engines.list', '{}');
    expect([closed.count, health.status, answer.status]).toEqual([0, 200, 200]);
    // Five seconds for a head; before, it was half a minute until somebody looked.
    await expect.poll(() => closed.count, { interval: 100 }).toBe(600);
  });

  it('however many strangers connect, known clients get in and stay in', async () => {
    const rounds = propertyRuns(3, 1 / 3);
    const early = new WebSocket(`${origin().replace('http', 'ws')}/events`);
    await once(early, 'open');
    const proven = once(early, 'message');
    early.send(JSON.stringify({ token: credentials.token }));
    await proven;
    for (let round = 1; round <= rounds; round += 1) {
      const closed = await openHalf(2000);
      const answers = [await fetch(`${origin()}/health`), await post('/procedures/engines.list', '{}')];
      expect([round, ...answers.map(answer => answer.status)]).toEqual([round, 200, 200]);
      await expect.poll(() => closed.count).toBeGreaterThan(0);
    }
    expect(early.readyState).toBe(WebSocket.OPEN);
    early.close();
  });

  it('sockets that never prove themselves are closed, and push out no known client', async () => {
    const closing: Promise<unknown[]>[] = [];
    // A busy machine takes longer for all heads at once than each may take.
    for (let batch = 0; batch < 20; batch += 1) {
      const sockets = Array.from(
        { length: 30 },
        () => new WebSocket(`${origin().replace('http', 'ws')}/events`),
      );
      closing.push(...sockets.map(socket => once(socket, 'close')));
      await Promise.all(sockets.map(socket => once(socket, 'open')));
    }
    expect((await post('/procedures/engines.list', '{}')).status).toBe(200);
    const codes = (await Promise.all(closing)).map(([code]: unknown[]) => code);
    expect(new Set(codes)).toEqual(new Set([1013]));
  });

  it.each([
    ['strangers', () => ({})],
    ['known clients', authorized],
  ])('%s whose upgrade is refused are let go of, so that the server can end', async (_, known) => {
    const shell = await startHttpShell(options());
    const peer = connect({ port: shell.port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void peer.destroy());
    const ended = once(peer.resume(), 'end');
    const head = { host: `127.0.0.1:${shell.port}`, connection: 'Upgrade', upgrade: 'websocket', ...known() };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    peer.write(`GET /elsewhere HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    await ended;
    await shell.close();
    expect(peer.writable).toBe(true);
  });

  it('a stranger may send the code of an address and nothing larger', async () => {
    const send = (code: string) =>
      fetch(`${origin()}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: origin() },
        body: JSON.stringify({ code }),
      });
    const answers = [await send('x'.repeat(1000)), await send('x'.repeat(5000))];
    expect(answers.map(answer => answer.status)).toEqual([401, 413]);
  });

  it('a head of many headers is refused', async () => {
    const headers = Array.from({ length: 10_000 }, (_, index) => `X-${index}: 1`);
    expect(
      await rawStatus(['GET /health HTTP/1.1', `Host: 127.0.0.1:${state.shell?.port}`, ...headers]),
    ).toBe(431);
  });
});
