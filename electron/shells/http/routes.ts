import { type Context, Hono } from 'hono';
import { contract, isProcedureName } from '../../../shared/contract/contract.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import { readBundleFile } from '../bundle-files.ts';
import type { Dispatch } from '../dispatch-port.ts';
import { securityHeaders } from '../security-headers.ts';
import { ask, nodeEnds, orProblem, queryOf, withBody } from './ask.ts';
import type { Credentials } from './credentials.ts';
import { createOpenApi } from './openapi.ts';
import { type Answer, problem, replyAnswer, respond, valueAnswer } from './problem-response.ts';
import { addRestRoutes, hashInput } from './rest-routes.ts';
import { authorityOf, isNonce, proveServer } from './server-proof.ts';

interface RouteOptions {
  readonly dispatch: Dispatch;
  readonly credentials: Credentials;
  readonly cookieName: string;
  /** Folder of the built studio. */
  readonly bundleDir: string;
  /** Folder of `sdk.js`, for the pages served here. */
  readonly sdkDir: string;
  readonly version: string;
  /** Of a server that listens on a socket: its path. */
  readonly socketPath?: string | undefined;
  /** The paths of a project's host; absent where this server is none. */
  readonly host?: HostRoutes | undefined;
  /** Answers what comes to /mcp. */
  mcp(context: Context): Promise<Response>;
  logFailure(error: unknown): void;
}

/** What doors ask a project's host beside the contract. */
export interface HostRoutes {
  status(): unknown;
  /** Begins to end: what was begun is finished, and what comes is refused as `moved`. */
  drain(): unknown;
}

/** The studio's own files. They hold nothing of a project. */
export const studioPaths: readonly string[] = ['/', '/index.html', '/icon.svg', '/assets/:name'];

/** A code and its JSON, and room to spare. */
const strangerBodyBytes = 4096;

/** What strangers get: the studio's files and how to become known. No other path exists here. */
export function createOpenRoutes(options: RouteOptions): Hono {
  const routes = new Hono();
  routes.get('/health', context => respond(context, valueAnswer({ status: 'ok', version: options.version })));
  routes.post('/session', context =>
    withBody(context, async body => askedAlone(context, () => startSession(options, body)), {
      limitBytes: strangerBodyBytes,
    }),
  );
  routes.get('/proof', context => proveToClient(options, context));
  for (const path of studioPaths) routes.get(path, context => serveFile(options.bundleDir, context));
  return endRoutes(routes, options);
}

/** True when strangers find something there. */
export function isOpenRoute(open: Hono, method: string, path: string): boolean {
  return open.router.match(method === 'HEAD' ? 'GET' : method, path)[0].length > 0;
}

/** Everything, for whoever proved who they are. */
export function createRoutes(options: RouteOptions, open: Hono = createOpenRoutes(options)): Hono {
  const routes = new Hono();
  const openApi = once(() => createOpenApi(options.version));
  routes.route('/', open);
  routes.get('/openapi.json', context => respond(context, valueAnswer(openApi())));
  routes.post('/procedures/:name', context => {
    const procedure = context.req.param('name');
    return withBody(
      context,
      async body => {
        const given = isJsonObject(body) ? body : {};
        const guard = isProcedureName(procedure)
          ? hashInput({ name: procedure, procedure: contract[procedure] }, context, given)
          : {};
        const input = isJsonObject(body) ? { ...body, ...guard } : body;
        return replyAnswer(await ask(options.dispatch, context, procedure, input));
      },
      { procedure },
    );
  });
  addRestRoutes(routes, options.dispatch);
  routes.on(['POST', 'GET', 'DELETE'], '/mcp', context => options.mcp(context));
  const { host } = options;
  if (host !== undefined) {
    const answer = (context: Context, make: () => unknown) =>
      orProblem(context, async () => askedAlone(context, () => valueAnswer(make())));
    routes.get('/host', context => answer(context, () => host.status()));
    routes.post('/host/drain', context => answer(context, () => host.drain()));
  }
  routes.get('/sdk.js', context => serveFile(options.sdkDir, context));
  return endRoutes(routes, options);
}

/** The answer of a path whose address asks nothing more. */
function askedAlone(context: Context, answer: () => Answer): Answer {
  queryOf(context.req.url, [], 'this path takes no parameters');
  return answer();
}

function endRoutes(routes: Hono, options: RouteOptions): Hono {
  routes.notFound(context => noSuchPath(context));
  routes.onError((error, context) => {
    options.logFailure(error);
    return respond(context, problem('internal', 'something went wrong inside Weft; the log has it'));
  });
  return routes;
}

/** Makes what is dear when it is asked for first. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Exchanges the one-time code of the printed address for the cookie of this browser. */
function startSession(options: RouteOptions, body: unknown): Answer {
  const code = isJsonObject(body) ? body.code : undefined;
  const session = typeof code === 'string' ? options.credentials.redeemCode(code) : undefined;
  if (session === undefined) {
    return problem(
      'unauthorized',
      'this address was used before or is from an earlier start; start Weft again for a new one',
    );
  }
  const cookie = `${options.cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`;
  return valueAnswer({ ok: true }, 200, { 'set-cookie': cookie });
}

/** Shows a client that this server knows the token, before the client tells it to anybody. */
function proveToClient({ credentials, socketPath }: RouteOptions, context: Context): Response {
  const nonce = context.req.query('nonce') ?? '';
  const authority = socketPath ?? authorityAsked(context);
  const answer =
    !isNonce(nonce) || authority === undefined
      ? problem('invalid_input', 'ask with a nonce of 32 random bytes in base64url, e.g. /proof?nonce=...')
      : valueAnswer({ proof: proveServer(credentials.token, authority, nonce) });
  return respond(context, answer);
}

/** This server's end of the connection. */
function authorityAsked(context: Context): string | undefined {
  const { localAddress, localPort } = nodeEnds(context)?.incoming.socket ?? {};
  return localAddress && localPort ? authorityOf(localAddress, localPort) : undefined;
}

async function serveFile(bundleDir: string, context: Context): Promise<Response> {
  const path = new URL(context.req.url).pathname;
  const file = await readBundleFile(bundleDir, path);
  if (file === undefined) return noSuchPath(context);
  // Names under assets/ carry a hash of their content.
  const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  return new Response(file.bytes, {
    headers: { ...securityHeaders, 'content-type': file.mimeType, 'cache-control': cache },
  });
}

function noSuchPath(context: Context): Response {
  const { method, path } = context.req;
  return respond(context, problem('not_found', `there is nothing at ${method} ${path.slice(0, 200)}`));
}
