import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { expect, it, onTestFinished } from 'vitest';
import { ownHosts } from '../../electron/shells/http/bind-address.ts';
import { createCredentials } from '../../electron/shells/http/credentials.ts';
import { judge } from '../../electron/shells/http/gate.ts';
import { listen } from '../../electron/shells/http/listen.ts';
import { createOpenApi } from '../../electron/shells/http/openapi.ts';
import { createOpenRoutes, createRoutes, isOpenRoute } from '../../electron/shells/http/routes.ts';
import { contract } from '../../shared/contract/contract.ts';
import { isLong, sampled } from '../support/property-runs.ts';
import { forEachAtOnce, type RawRequest, sendRaw } from '../support/raw-http.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

/** Stands in every answer that holds anything of the project, and in no request. */
const canary = 'Canary-7f3a';
const engineId = 'planning';
const publicText = 'public';

const options = {
  dispatch: async () => ({ ok: true as const, value: { canary } }),
  credentials: createCredentials('unknown to all'),
  cookieName: 'c',
  bundleDir: '/nowhere',
  sdkDir: '/nowhere',
  version: '1.2.3',
  mcp: async () => new Response(canary),
  logFailure: () => {},
};
const open = createOpenRoutes(options);

async function serveProject(): Promise<ServedApp> {
  const served = await serveApp();
  await mkdir(join(served.userDataDir, 'assets'));
  for (const name of ['index.html', 'icon.svg', 'assets/a'])
    await writeFile(join(served.userDataDir, name), publicText);
  // Lies in the served folder and is no part of the studio.
  await writeFile(join(served.userDataDir, 'private.html'), canary);
  await served.openEmpty();
  const engine = { id: engineId, name: canary, description: canary, enabled: true, rules: [] };
  await served.call('engines.create', { engine });
  return served;
}

interface Paths {
  readonly routes: readonly string[];
  readonly procedures: readonly string[];
}

/** Every path that the server knows: of its router, of its own description, of the contract. */
function listPaths(): Paths {
  const { paths } = createOpenApi('1') as { paths: object }; // what OpenAPI demands of a document
  const described = Object.keys(paths).map(path => path.replaceAll(/\{(\w+)\}/g, ':$1'));
  const known = [
    ...createRoutes(options).routes.map(({ path }) => path),
    ...described,
    '/private.html',
    '/token-4747',
  ];
  const filled = known.map(path =>
    path.replaceAll(/:(?:id|engine_id)\b/g, engineId).replaceAll(/:\w+/g, 'a'),
  );
  return {
    routes: [...new Set(filled)].filter(path => !path.startsWith('/procedures/')),
    procedures: Object.keys(contract).map(name => `/procedures/${name}`),
  };
}

const ups = ['..', '%2e%2e', '.%2E', '%252e%252e', '%25252e%25252e', '%c0%ae%c0%ae', '%u002e%u002e'];

const escaped = (text: string): string =>
  text.replaceAll(/[^/]/g, character => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Spellings with which a path may get past one reader and be found by another. */
function spell(path: string, port: number): string[] {
  const rest = path.slice(1);
  return [
    path,
    ...ups.flatMap(up => [`/assets/${up}${path}`, `/health/${up}${path}`, `${path}/x/${up}`]),
    ...[`/assets/../..${path}`, `/assets/x/../..${path}`, `/./${rest}`, `/%2e${path}`, `${path}/.`],
    ...[`/assets/..%2f${rest}`, `/assets/..%252f${rest}`, `/assets%2f..${path}`, `/assets/..;${path}`],
    ...[escaped(path), escaped(escaped(path)), `${path}%20`, `/%20${path}`],
    ...[
      `//${rest}`,
      `///${rest}`,
      path.replaceAll('/', '//'),
      `/assets/..//${rest}`,
      `${path}/`,
      `${path}//`,
    ],
    ...[`/\\${rest}`, `/assets\\..\\${rest}`, `/assets/..\\${rest}`, `/assets/..%5c${rest}`],
    ...[path.replaceAll('/', '\\'), rest, `*${path}`],
    ...['http:', 'HTTP:', 'https:', ''].map(scheme => `${scheme}//127.0.0.1:${port}${path}`),
    ...[`http://127.0.0.1:${port}/assets/..${path}`, `http://evil.example${path}`],
    ...[path.toUpperCase(), `/Assets/..${path}`, `/HEALTH/..${path}`],
    ...[`/health\0${path}`, `/assets/\0/..${path}`, `/assets/%00/..${path}`, `${path}%00`, `${path}\0`],
    ...[`/health#${path}`, `/health#/..${path}`, `/#${path}`, `/assets/x#/../..${path}`, `${path}#`],
    ...[`/health?/..${path}`, `/?${path}`, `${path}?`, `${path}?/health`, `/health?#/..${path}`],
    ...[`/assets/.\t.${path}`, `/assets/%09..${path}`, `/assets/..%0d%0a${path}`, `/health ${path}`],
  ];
}

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'QUERY',
  'PROPFIND',
  'get',
  'PRI',
];

/** Nobody that the server knows: header lines, in three ways. */
async function listStrangers({ origin, token, issueCode }: ServedApp): Promise<string[][]> {
  const code = issueCode();
  const headers = { 'content-type': 'application/json', origin };
  const spend = () => fetch(`${origin}/session`, { method: 'POST', headers, body: JSON.stringify({ code }) });
  expect([(await spend()).status, (await spend()).status]).toEqual([200, 401]);
  const { host, port } = new URL(origin);
  const own = [`Host: ${host}`, 'Connection: close'];
  const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  return [
    own,
    [...own, `Authorization: Bearer ${wrong}`],
    [...own, `Cookie: weft-session-${port}=${code}`, `Origin: ${origin}`, `X-Code: ${code}`],
  ];
}

/** With a body where the method has one, so that nothing but the gate stands in its way. */
function requestOf(method: string, target: string, stranger: readonly string[]): RawRequest {
  if (!['POST', 'PUT', 'PATCH', 'QUERY'].includes(method)) return { method, target, headers: stranger };
  return {
    method,
    target,
    headers: [...stranger, 'Content-Type: application/json', 'Content-Length: 2'],
    body: '{}',
  };
}

/** The whole product: every path in every spelling by every stranger with every method. */
function* listRequests(paths: Paths, port: number, strangers: readonly string[][]): Generator<RawRequest> {
  for (const path of [...paths.routes, ...paths.procedures])
    for (const target of spell(path, port))
      for (const stranger of strangers)
        for (const method of methods) yield requestOf(method, target, stranger);
}

/**
 * What is sent: everything that the gate would let pass, and of what it would refuse each path in each spelling,
 * with strangers and methods in turn. The whole product over sockets would take minutes.
 */
function chooseRequests(all: Iterable<RawRequest>, passes: (request: RawRequest) => boolean): RawRequest[] {
  // In every run a part of them, with `WEFT_LONG=1` all.
  const each = methods.length * 3 * (isLong ? 1 : 40);
  const chosen: RawRequest[] = [];
  let index = 0;
  for (const request of all) {
    // Moves on by one within each path and spelling, so that all pairs come up.
    if (index % each === Math.floor(index / each) % each || passes(request)) chosen.push(request);
    index += 1;
  }
  return chosen;
}

/** What came through: answers below 400 other than the open pages, and whatever holds the canary. */
async function findLeaks(port: number, requests: readonly RawRequest[]): Promise<string[]> {
  const leaks: string[] = [];
  await forEachAtOnce(requests, 16, async request => {
    const { status, text } = await sendRaw(port, request);
    const isHarmless = status === 0 || status >= 400 || isOpenAnswer(request, text);
    if (!isHarmless || text.includes(canary))
      leaks.push(`${request.method} ${JSON.stringify(request.target)} ${status}`);
  });
  return leaks;
}

/** The very page that is open to all, asked for by its own name. */
function isOpenAnswer({ method, target }: RawRequest, text: string): boolean {
  const path = target.split('?')[0] ?? '';
  const [, body] = text.split('\r\n\r\n');
  const isPublic = path === '/health' ? body === '{"status":"ok","version":"1.2.3"}' : body === publicText;
  if (method === 'HEAD') return body === '' && isOpenRoute(open, 'GET', path);
  return method === 'GET' && isPublic && isOpenRoute(open, 'GET', path);
}

const portOf = (origin: string): number => Number(new URL(origin).port);

it('nobody without the token reads or changes anything, whatever path is asked for and however it is spelled', async () => {
  const served = await serveProject();
  const port = portOf(served.origin);
  const rules = {
    hosts: ownHosts('127.0.0.1', port, false),
    allowRemote: false,
    cookieName: `weft-session-${port}`,
    isOpen: (method: string, path: string) => isOpenRoute(open, method, path),
    isToken: (candidate: string) => candidate === served.token,
    isSession: () => false,
  };
  const passes = ({ method, target, headers }: RawRequest) => {
    const rawHeaders = headers.flatMap(line => line.split(': '));
    return judge({ method, target, rawHeaders, remote: '127.0.0.1', upgrade: false }, rules).ok;
  };
  const { routes, procedures } = listPaths();
  // Paths of procedures are alike to a gate.
  const paths = { routes, procedures: sampled(procedures, 20) };
  const all = listRequests(paths, port, await listStrangers(served));
  expect(await findLeaks(port, chooseRequests(all, passes))).toEqual([]);
  expect(await served.fetch('GET', '/context-rule-engine')).toMatchObject({
    status: 200,
    value: [{ id: engineId, name: canary }],
  });
}, 300_000);

/** The gate as it was: it judged the target as it came, and the router behind it a normalised one. */
async function serveBehindOldGate(): Promise<number> {
  const handle = getRequestListener(createRoutes(options).fetch, { overrideGlobalObjects: false });
  const server: Server = createServer((request, response) => {
    if (isOpenToOldGate(request)) void handle(request, response);
    else response.writeHead(401, { connection: 'close' }).end();
  });
  onTestFinished(() => {
    server.close();
  });
  return (await listen(server, '127.0.0.1', 0, false)).port;
}

function isOpenToOldGate({ method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  const openPaths = /^\/(?:index\.html|icon\.svg|health|assets\/[^?#]*)?(?:\?[^#]*)?$/;
  return ['GET', 'HEAD'].includes(method) && openPaths.test(url);
}

it('control: the same walk finds what a gate lets through that judges another path than the router', async () => {
  const port = await serveBehindOldGate();
  const strangers = [[`Host: 127.0.0.1:${port}`, 'Connection: close']];
  const all = listRequests({ ...listPaths(), procedures: [] }, port, strangers);
  const passes = ({ method, target }: RawRequest) => isOpenToOldGate({ method, url: target });
  const leaks = await findLeaks(port, [...all].filter(passes));
  const read = new Set(leaks.filter(leak => /^GET .* 200$/.test(leak)));
  const readable = createRoutes(options)
    .routes.filter(
      ({ method, path }) => method === 'GET' && path !== '/sdk.js' && !isOpenRoute(open, 'GET', path),
    )
    .map(({ path }) => path.replaceAll(/:\w+/g, engineId));
  const ways = ['..', '%2e%2e', '.%2E'].flatMap(up => readable.map(path => `GET "/assets/${up}${path}" 200`));
  expect(readable).toContain('/context-rule-engine');
  expect(ways.filter(way => !read.has(way))).toEqual([]);
});

it('an upgrade opens a socket at one path, and that one says nothing to who does not prove themselves', async () => {
  const served = await serveProject();
  const { host } = new URL(served.origin);
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
  ];
  const { routes, procedures } = listPaths();
  const port = portOf(served.origin);
  const targets = [...routes.flatMap(path => spell(path, port)), ...procedures];
  const requests = targets.map(target => ({ method: 'GET', target, headers: [`Host: ${host}`, ...upgrade] }));
  const switched: string[] = [];
  await forEachAtOnce(requests, 16, async request => {
    const { status, text } = await sendRaw(port, request);
    if (status === 0 || status === 404 || (status >= 400 && !text.includes(canary))) return;
    switched.push(request.target);
  });
  expect(new Set(switched)).toEqual(new Set(['/events']));
  const socket = new WebSocket(`ws://${host}/events`);
  const heard: unknown[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(data));
  await new Promise(resolve => socket.addEventListener('open', resolve));
  await served.call('engines.update', { id: engineId, changes: { description: 'changed' } });
  socket.send(JSON.stringify({ token: 'wrong', subscribe: {} }));
  const code = await new Promise(resolve => socket.addEventListener('close', event => resolve(event.code)));
  expect([code, heard]).toEqual([4401, []]);
});
