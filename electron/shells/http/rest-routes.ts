import type { Context, Hono } from 'hono';
import type { Reply } from '../../../shared/contract/errors.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import type { Dispatch } from '../dispatch-port.ts';
import { ask, withBody } from './ask.ts';
import { problemResponse, replyResponse, valueResponse } from './problem-response.ts';

/** The paths of source 004. Fixed names stand before `:id`, so that `variables` is never taken for one. */
export function addRestRoutes(routes: Hono, dispatch: Dispatch): void {
  addAssemblyRoutes(routes, dispatch);
  addEvaluationRoutes(routes, dispatch);
  addEngineRoutes(routes, dispatch);
}

function addAssemblyRoutes(routes: Hono, dispatch: Dispatch): void {
  const post = postTo(routes, dispatch);
  post('/context-assembly/assemble', 'assembly.assemble', request => ({ request }));
  post('/context-assembly/validate', 'assembly.validate', request => ({ request }));
  post('/context-assembly/evaluate-rules', 'rules.evaluate', request => ({ request }));
  post('/context-assembly/required-variables', 'memories.requiredVariables', body =>
    Array.isArray(body) ? { memory_ids: body } : body,
  );
  routes.get('/context-assembly/memory-types', async context =>
    replyResponse(await ask(dispatch, context, 'assembly.memoryTypes', {})),
  );
}

function addEvaluationRoutes(routes: Hono, dispatch: Dispatch): void {
  const post = postTo(routes, dispatch);
  post('/context-rule-engine/evaluate', 'rules.evaluate', request => ({ request }));
  post('/context-rule-engine/:id/evaluate', 'rules.evaluate', (request, context) => ({
    request: isJsonObject(request) ? { ...request, rule_engine_ids: [context.req.param('id')] } : request,
  }));
  routes.get('/context-rule-engine/variables', async context =>
    replyResponse(await ask(dispatch, context, 'rules.possibleVariables', {})),
  );
}

function addEngineRoutes(routes: Hono, dispatch: Dispatch): void {
  routes.get('/context-rule-engine', async context =>
    replyResponse(await ask(dispatch, context, 'engines.list', {})),
  );
  routes.post('/context-rule-engine', context =>
    withBody(context, async engine =>
      engineResponse(await ask(dispatch, context, 'engines.create', { engine }), 201),
    ),
  );
  routes.get('/context-rule-engine/:id', async context =>
    engineResponse(await ask(dispatch, context, 'engines.get', { id: context.req.param('id') })),
  );
  routes.put('/context-rule-engine/:id', context =>
    withBody(context, async changes =>
      engineResponse(await ask(dispatch, context, 'engines.update', { ...idAndHash(context), changes })),
    ),
  );
  routes.delete('/context-rule-engine/:id', async context =>
    replyResponse(await ask(dispatch, context, 'engines.delete', idAndHash(context))),
  );
}

type ToInput = (body: unknown, context: Context) => unknown;

function postTo(routes: Hono, dispatch: Dispatch) {
  return (path: string, name: string, toInput: ToInput): void => {
    routes.post(path, context =>
      withBody(context, async body =>
        replyResponse(await ask(dispatch, context, name, toInput(body, context))),
      ),
    );
  };
}

/** The engine itself, as in the source; the hash of its file travels as ETag. */
function engineResponse(reply: Reply<unknown>, status = 200): Response {
  if (!reply.ok) return problemResponse(reply.error);
  const { engine, hash } = reply.value as { engine: unknown; hash: string }; // the contract's output of these procedures
  return valueResponse(engine, status, { etag: `"${hash}"` });
}

/** `If-Match` guards against overwriting someone else's change. */
function idAndHash(context: Context): JsonObject {
  const expected = context.req.header('if-match')?.replace(/^"(.*)"$/, '$1');
  return { id: context.req.param('id'), ...(expected === undefined ? {} : { expected_hash: expected }) };
}
