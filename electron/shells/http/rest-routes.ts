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
  addRuleRoutes(routes, dispatch);
  addMemoryRoutes(routes, dispatch);
}

function addAssemblyRoutes(routes: Hono, dispatch: Dispatch): void {
  const post = postTo(routes, dispatch);
  post('/context-assembly/assemble', 'assembly.assemble', request => ({ request }));
  post('/context-assembly/validate', 'assembly.validate', request => ({ request }));
  post('/context-assembly/evaluate-rules', 'rules.evaluate', request => ({ request }));
  post('/context-assembly/required-variables', 'memories.requiredVariables', body =>
    Array.isArray(body) ? { memory_ids: body } : body,
  );
  getFrom(routes, dispatch)('/context-assembly/memory-types', 'assembly.memoryTypes', () => ({}));
}

function addEvaluationRoutes(routes: Hono, dispatch: Dispatch): void {
  const post = postTo(routes, dispatch);
  post('/context-rule-engine/evaluate', 'rules.evaluate', request => ({ request }));
  post('/context-rule-engine/:id/evaluate', 'rules.evaluate', (request, context) => ({
    request: isJsonObject(request) ? { ...request, rule_engine_ids: [context.req.param('id')] } : request,
  }));
  getFrom(routes, dispatch)('/context-rule-engine/variables', 'rules.possibleVariables', () => ({}));
}

function addEngineRoutes(routes: Hono, dispatch: Dispatch): void {
  getFrom(routes, dispatch)('/context-rule-engine', 'engines.list', () => ({}));
  routes.post('/context-rule-engine', context =>
    withBody(context, async engine =>
      definitionResponse(await ask(dispatch, context, 'engines.create', { engine }), 'engine', 201),
    ),
  );
  routes.get('/context-rule-engine/:id', async context =>
    definitionResponse(
      await ask(dispatch, context, 'engines.get', { id: context.req.param('id') }),
      'engine',
    ),
  );
  routes.put('/context-rule-engine/:id', context =>
    withBody(context, async changes =>
      definitionResponse(
        await ask(dispatch, context, 'engines.update', { ...idAndHash(context), changes }),
        'engine',
      ),
    ),
  );
  routes.delete('/context-rule-engine/:id', async context =>
    replyResponse(await ask(dispatch, context, 'engines.delete', idAndHash(context))),
  );
}

function addRuleRoutes(routes: Hono, dispatch: Dispatch): void {
  routes.post('/context-rule-engine/:id/rules', context =>
    withBody(context, async rule => {
      const input = { ...idAndHash(context), rule };
      return definitionResponse(await ask(dispatch, context, 'engines.addRule', input), 'rule', 201);
    }),
  );
  routes.put('/context-rule-engine/:id/rules/:ruleId', context =>
    withBody(context, async changes => {
      const input = { ...idAndHash(context), rule_id: context.req.param('ruleId'), changes };
      return definitionResponse(await ask(dispatch, context, 'engines.updateRule', input), 'rule');
    }),
  );
  routes.delete('/context-rule-engine/:id/rules/:ruleId', async context => {
    const input = { ...idAndHash(context), rule_id: context.req.param('ruleId') };
    return replyResponse(await ask(dispatch, context, 'engines.deleteRule', input));
  });
}

function addMemoryRoutes(routes: Hono, dispatch: Dispatch): void {
  const post = postTo(routes, dispatch);
  const get = getFrom(routes, dispatch);
  get('/persistent-memory/types', 'memories.list', () => ({}));
  get('/persistent-memory/step-specs', 'memories.stepSpecs', () => ({}));
  post('/persistent-memory/validate', 'memories.validate', memory => ({ memory }));
  post('/persistent-memory/types/:id/execute', 'memories.execute', (request, context) => ({
    id: context.req.param('id'),
    request,
  }));
  routes.get('/persistent-memory/types/:id', async context =>
    definitionResponse(
      await ask(dispatch, context, 'memories.get', { id: context.req.param('id') }),
      'memory',
    ),
  );
  routes.delete('/persistent-memory/types/:id', async context =>
    replyResponse(await ask(dispatch, context, 'memories.delete', idAndHash(context))),
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

function getFrom(routes: Hono, dispatch: Dispatch) {
  return (path: string, name: string, toInput: (context: Context) => unknown): void => {
    routes.get(path, async context => replyResponse(await ask(dispatch, context, name, toInput(context))));
  };
}

/** The engine, rule or memory itself, as in the source; the hash of its file travels as ETag. */
function definitionResponse(
  reply: Reply<unknown>,
  kind: 'engine' | 'rule' | 'memory',
  status = 200,
): Response {
  if (!reply.ok) return problemResponse(reply.error);
  const stored = reply.value as Readonly<Record<string, unknown>>; // by the contract: the definition, and its hash
  return valueResponse(stored[kind], status, { etag: `"${String(stored.hash)}"` });
}

/** `If-Match` guards against overwriting someone else's change. */
function idAndHash(context: Context): JsonObject {
  const expected = context.req.header('if-match')?.replace(/^"(.*)"$/, '$1');
  return { id: context.req.param('id'), ...(expected === undefined ? {} : { expected_hash: expected }) };
}
