import type { Context, Hono } from 'hono';
import { contract } from '../../../shared/contract/contract.ts';
import { AppError, type Reply } from '../../../shared/contract/errors.ts';
import type { Procedure, RestDoor } from '../../../shared/contract/procedure.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import type { Dispatch } from '../dispatch-port.ts';
import { ask, headerOf, orProblem, queryOf, withBody } from './ask.ts';
import { type Answer, fileAnswer, problemAnswer, replyHeaders, valueAnswer } from './problem-response.ts';

/** A door with the procedure it leads to. */
export interface RestRoute extends RestDoor {
  readonly name: string;
  readonly procedure: Procedure;
}

/** The REST paths of the contract. Fixed names stand before `:id`, so that `variables` is never taken for one. */
export function listRestRoutes(): RestRoute[] {
  const procedures: [string, Procedure][] = Object.entries(contract);
  const routes = procedures.flatMap(([name, procedure]) =>
    (procedure.rest ?? []).map(door => ({ ...door, name, procedure })),
  );
  // "~" comes after every letter.
  const order = ({ path }: RestRoute) => path.replaceAll(':', '~');
  return routes.toSorted((left, right) => (order(left) < order(right) ? -1 : 1));
}

/** The keys of the input that stand in a door's path. */
export function pathKeys(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, key = '']) => key);
}

/** True when the procedure can be told which file it expects to change. */
export function takesHash({ input }: Procedure): boolean {
  return 'shape' in input && isJsonObject(input.shape) && 'expected_hash' in input.shape;
}

/** Adds every REST path of the contract. */
export function addRestRoutes(routes: Hono, dispatch: Dispatch): void {
  for (const route of listRestRoutes()) {
    const keys = pathKeys(route.path);
    const answer = async (context: Context, body: unknown) =>
      answerOf(route, await ask(dispatch, context, route.name, inputOf(route, keys, context, body)));
    routes.on(route.method, route.path, context =>
      route.method !== 'GET'
        ? withBody(context, body => answer(context, body), { procedure: route.name })
        : orProblem(context, () => answer(context, {})),
    );
  }
}

export const hasBody = ({ method }: RestDoor): boolean => method === 'POST' || method === 'PUT';

function inputOf(route: RestRoute, keys: readonly string[], context: Context, body: unknown): unknown {
  const { expected_hash, ...others } = isJsonObject(body) ? body : {};
  // What guards a change is no part of it, though they are sent in one object.
  const isGuarded = expected_hash !== undefined && takesHash(route.procedure);
  const guard: JsonObject = isGuarded ? { expected_hash } : {};
  const content = isGuarded ? others : body;
  const named = { ...pathInput(keys, context), ...guard, ...hashInput(route, context, guard) };
  if (route.body !== undefined) return { [route.body]: content, ...named };
  if (route.list !== undefined && Array.isArray(content)) return { [route.list]: content, ...named };
  return isJsonObject(content) ? { ...content, ...named } : content;
}

function pathInput(keys: readonly string[], context: Context): JsonObject {
  return Object.fromEntries(keys.map(key => [key, context.req.param(key)]));
}

/**
 * `If-Match` guards against overwriting someone else's change; `*` means whatever is there. Whoever writes the condition as
 * the procedure calls it, into the address, means it too; nothing else is read there.
 */
export function hashInput(
  { name, procedure }: Pick<RestRoute, 'name' | 'procedure'>,
  context: Context,
  body: JsonObject,
): JsonObject {
  const known = takesHash(procedure) ? ['expected_hash'] : [];
  const instead = `input goes into the JSON body of POST /procedures/${name}`;
  const inAddress = queryOf(context.req.url, known, instead).get('expected_hash');
  const given = headerOf(context, 'if-match');
  if (!takesHash(procedure)) {
    if (given === undefined || given === '*' || procedure.access === 'read') return {};
    throw new AppError('invalid_input', 'If-Match has no effect here: what is written is not one file');
  }
  if ([given, inAddress ?? undefined, body.expected_hash].filter(hash => hash !== undefined).length > 1)
    throw new AppError(
      'invalid_input',
      'say once which hash is expected: as If-Match, or as expected_hash in the address or in the body',
    );
  if (given === undefined) return inAddress === null ? {} : { expected_hash: inAddress };
  if (given === '*') return {};
  const hash = /^"([0-9a-f]{64})"$/.exec(given)?.[1];
  if (hash === undefined)
    throw new AppError('invalid_input', 'If-Match must be one ETag as it was answered, in its quotes');
  return { expected_hash: hash };
}

/** The engine, rule or list itself, as in the source; the hash of its file travels as ETag. */
function answerOf(route: RestRoute, reply: Reply<unknown>): Answer {
  if (!reply.ok) return problemAnswer(reply.error);
  const value = isJsonObject(reply.value) ? reply.value : {};
  const beside = replyHeaders(reply);
  if (route.file) return fileAnswer(String(value.filename), String(value.text), beside);
  const headers = { ...beside, ...(typeof value.hash === 'string' && { etag: `"${value.hash}"` }) };
  const plain = route.result === undefined ? reply.value : value[route.result];
  return valueAnswer(plain, route.status, headers);
}
