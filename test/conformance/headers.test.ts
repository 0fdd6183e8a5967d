import { describe, expect, it } from 'vitest';
import { createClient } from '../../electron/sdk/create-client.ts';
import { listRestRoutes } from '../../electron/shells/http/rest-routes.ts';
import { contract, type ProcedureName } from '../../shared/contract/contract.ts';
import { takesRequest } from '../../shared/contract/procedure.ts';
import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

const rule = {
  id: 'r',
  name: 'On thread t-1',
  priority: 1,
  when: [{ field: 'scope.thread.thread_id', operator: 'eq' as const, value: 't-1' }],
  then: { add_memories: ['notes'] },
};
const engine = { id: 'plan', name: 'Plan', description: '', enabled: true, rules: [rule] };
const memory = {
  id: 'notes',
  label: 'Notes',
  description: 'Says which thread it is for.',
  version: '1.0.0',
  status: 'active' as const,
  inputs_scope: ['thread' as const],
  retrieval: { pipeline: [{ type: 'static' as const, params: { items: ['for ${thread_id}'] } }] },
  contribution: { section: 'knowledge' as const, priority: 'high' as const, format: 'bullet_list' as const },
};
const request = { scope_variables: { agent: { agent_id: 'a' } } };

/** What a procedure wants beside the request, so that its answer depends on the thread. */
const besides: Readonly<Record<string, JsonObject>> = {
  'assembly.explain': { memory_id: 'notes' },
  'memories.execute': { id: 'notes' },
  'rules.evaluate': { engine_id: 'plan' },
  'rules.fix': { engine_id: 'plan', rule_id: 'r' },
};
const names = Object.keys(contract) as ProcedureName[]; // its keys are the names
const taking = names.filter(name => takesRequest(contract[name]));

async function served(): Promise<ServedApp> {
  const app = await serveApp();
  await app.openEmpty();
  await app.call('engines.create', { engine });
  await app.call('memories.create', { memory });
  return app;
}

/** The answer without what differs from call to call. */
async function answered(
  app: ServedApp,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const { status, value } = await app.fetch('POST', path, body, headers);
  expect([path, status, value]).toMatchObject([path, 200, {}]);
  const same = JSON.stringify(value, (key, part) =>
    /_ms$|^request_id$|^assembled_at$/.test(key) ? 0 : part,
  );
  return JSON.parse(same.replaceAll('"status":"cached"', '"status":"ok"'));
}

async function threadCounts(app: ServedApp, path: string, bodyFor: (request: object) => unknown) {
  const ofThread = (id: string) => ({
    scope_variables: { ...request.scope_variables, thread: { thread_id: id } },
  });
  const headers = { 'x-thread-id': 't-1' };
  const told = await answered(app, path, bodyFor(request), headers);
  expect([path, told]).toEqual([path, await answered(app, path, bodyFor(ofThread('t-1')))]);
  expect([path, told]).not.toEqual([path, await answered(app, path, bodyFor(request))]);
  const other = await answered(app, path, bodyFor(ofThread('other')), headers);
  expect([path, other]).toEqual([path, await answered(app, path, bodyFor(ofThread('other')))]);
}

describe('x-thread-id stands for the thread that the body does not name', () => {
  it.each(taking)('%s', async name => {
    const app = await served();
    await threadCounts(app, `/procedures/${name}`, asked => ({ ...besides[name], request: asked }));
  });

  it.each(listRestRoutes().filter(({ procedure }) => takesRequest(procedure)))(
    '$method $path',
    async ({ path, name }) => {
      const app = await served();
      const given = besides[name] ?? {};
      const filled = path.replace(/:(\w+)/g, (_, key: string) => String(given[key]));
      await threadCounts(app, filled, asked => asked);
    },
  );

  it('in any script, as the SDK and shells send it', async () => {
    const app = await served();
    const thread_id = 'Gespräch – 会話';
    await app.call('engines.update', {
      id: 'plan',
      changes: { rules: [{ ...rule, when: rule.when.map(one => ({ ...one, value: thread_id })) }] },
    });
    const client = createClient({ url: app.origin, token: app.token });
    const options = { threadId: thread_id, requestId: thread_id };
    const assembled = await client.contextAssembly.getContext(request, options);
    const bytes = Buffer.from(thread_id).toString('latin1');
    const ofShell = await app.fetch('POST', '/context-assembly/evaluate-rules', request, {
      'x-thread-id': bytes,
    });
    expect([assembled.request_id, Object.keys(assembled.context), ofShell.value]).toMatchObject([
      thread_id,
      ['knowledge'],
      { matchedMemories: ['notes'] },
    ]);
  });

  it('the document offers it there, and nowhere else', async () => {
    const app = await served();
    const { value } = await app.fetch('GET', '/openapi.json');
    const { paths } = value as { paths: Record<string, Record<string, JsonObject>> }; // as OpenAPI says
    const offering = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters }]) =>
        JSON.stringify(parameters ?? []).includes('ThreadId') ? [`${method} ${path}`] : [],
      ),
    );
    const routes = listRestRoutes()
      .filter(({ procedure }) => takesRequest(procedure))
      .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(offering.toSorted()).toEqual(
      [...routes, ...taking.map(name => `post /procedures/${name}`)].toSorted(),
    );
  });

  it('every procedure with a key "request" takes one, so that none is forgotten', () => {
    const withKey = names.filter(name => {
      const { input } = contract[name];
      return 'shape' in input && isJsonObject(input.shape) && 'request' in input.shape;
    });
    // A provider's request, and what packages are ranked for, are no assembly requests.
    expect(withKey.filter(name => !taking.includes(name)).toSorted()).toEqual([
      'conversations.fit',
      'packages.rank',
    ]);
  });
});

it.each(Object.keys(contract).map(name => `/procedures/${name}`))(
  '%s says x-request-id again',
  async path => {
    const app = await serveApp();
    const answer = await fetch(`${app.origin}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.token}`,
        'content-type': 'application/json',
        'x-request-id': 'mine-1',
      },
      body: '{"no key of it":1}',
    });
    expect(answer.headers.get('x-request-id')).toBe('mine-1');
  },
);

it('the id of a request is repeated byte for byte, whatever is asked and answered', async () => {
  const app = await serveApp();
  await app.openEmpty();
  await app.call('engines.create', { engine: { ...engine, name: 'Plan – 会話' } });
  const id = Buffer.from('Frage – 問').toString('latin1');
  const repeated = async (path: string, token = app.token) => {
    const headers = { authorization: `Bearer ${token}`, 'x-request-id': id };
    const answer = await fetch(app.origin + path, { headers });
    return [path, answer.status, answer.headers.get('x-request-id')];
  };
  for (const [path, status] of [
    ['/context-rule-engine', 200],
    ['/context-rule-engine/plan', 200],
    ['/context-rule-engine/keine-ä', 400],
    ['/openapi.json', 200],
  ] as const)
    expect(await repeated(path)).toEqual([path, status, id]);
  expect(await repeated('/context-rule-engine', 'wrong')).toEqual(['/context-rule-engine', 401, id]);
});
