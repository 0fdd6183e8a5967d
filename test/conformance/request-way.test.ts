import { createHook, executionAsyncId } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { dispatch } from '../../electron/services/app/dispatch.ts';
import { createCredentials } from '../../electron/shells/http/credentials.ts';
import { createRoutes } from '../../electron/shells/http/routes.ts';
import { loadSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { startApp } from '../support/app-harness.ts';

/** Searches one collection, as most memories do. */
const memory = {
  id: 'notes',
  label: 'Notes',
  retrieval: { pipeline: [{ type: 'document_search', params: { collection: 'docs', query: 'ferry' } }] },
  contribution: { section: 'knowledge', priority: 'high', format: 'bullet_list' },
};

/** Runs work and gives, for each statement that it prepares, the stacks that led there, awaited calls included. */
async function waysToSqlite(work: () => Promise<unknown>): Promise<Map<string, string>> {
  const ways = new Map<string, string>();
  const begun = new Map<number, { readonly by: number; readonly stack: string }>();
  const hook = createHook({
    init: (id, _type, by) => void begun.set(id, { by, stack: String(new Error('begun').stack) }),
  });
  const { prototype } = await loadSqlite();
  const { prepare } = prototype;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 200;
  prototype.prepare = new Proxy(prepare, {
    apply(target, database, [sql]) {
      const stacks = [String(new Error('here').stack)];
      for (let at = begun.get(executionAsyncId()); at !== undefined; at = begun.get(at.by))
        stacks.push(at.stack);
      ways.set(sql, stacks.join('\n'));
      return Reflect.apply(target, database, [sql]);
    },
  });
  hook.enable();
  try {
    await work();
  } finally {
    hook.disable();
    prototype.prepare = prepare;
    Error.stackTraceLimit = stackTraceLimit;
  }
  return ways;
}

const filesOf = (stacks: string): string[] => [
  ...new Set([...stacks.matchAll(/\/((?:electron|shared)\/[\w/.-]+\.ts)/g)].map(([, file = '']) => file)),
];

it('leads from a REST path to the row of a chunk through 22 files at most', async () => {
  const { app, ask, call, openEmpty } = startApp();
  await openEmpty();
  const files = [{ path: 'a.md', text: '# Ferry\n\nThe ferry sails.' }];
  await call('documents.import', { collection: 'docs', files });
  await ask('memories.create', { memory });
  const routes = createRoutes({
    dispatch: (caller, name, input) => dispatch(app, caller, name, input),
    credentials: createCredentials('token'),
    cookieName: 'c',
    bundleDir: '',
    sdkDir: '',
    version: '1.2.3',
    mcp: async () => new Response(),
    logFailure: () => {},
  });
  const body = JSON.stringify({ scope_variables: {}, explicit_memory: ['notes'] });
  const headers = { 'content-type': 'application/json' };
  const ways = await waysToSqlite(async () => {
    const response = await routes.request('/context-assembly/assemble', { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ context: { knowledge: [{ memory_id: 'notes' }] } });
  });
  const way = filesOf(ways.get('SELECT packed FROM chunk WHERE id IN (?)') ?? '');
  expect(way).toEqual(
    expect.arrayContaining([
      'electron/shells/http/rest-routes.ts',
      'electron/services/app/dispatch.ts',
      'electron/engine/assembly/assemble.ts',
      'electron/storage/database/sqlite.ts',
    ]),
  );
  expect(way.length).toBeLessThanOrEqual(22);
});
