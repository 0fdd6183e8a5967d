import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dispatch } from '../../electron/services/app/dispatch.ts';
import { createCredentials, createSecret } from '../../electron/shells/http/credentials.ts';
import { startHttpShell } from '../../electron/shells/http/server.ts';
import { loadSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { callApp, startBenchApp } from '../bench/support/bench-app.ts';

const repository = new URL('../../', import.meta.url);

/**
 * Files of ours of which a function runs from the moment an assembly is asked for over REST, in a program that has
 * answered one before, until SQLite is asked for the first row, without what only thinks (`shared`, the engine): what a
 * request goes through, helpers included.
 */
export async function filesOnRestWay(): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'weft-house-'));
  const app = startBenchApp(join(folder, 'user-data'));
  const credentials = createCredentials(createSecret());
  const shell = await startHttpShell({
    dispatch: (caller, name, input) => dispatch(app, caller, name, input),
    subscribe: app.events.subscribe,
    credentials,
    bundleDir: folder,
    sdkDir: folder,
    version: '0',
    listenAt: { address: '127.0.0.1', allowRemote: false, port: 0, orNextPort: false },
    logFailure: () => {},
  });
  try {
    await callApp(app, 'project.createSample', { path: join(folder, 'sample') });
    const ask = (text: string) =>
      fetch(`${shell.origin}/context-assembly/assemble`, {
        method: 'POST',
        headers: { authorization: `Bearer ${credentials.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          scope_variables: { project: { project_id: 'weft' } },
          input: text,
          explicit_memory: ['architecture-docs'],
        }),
      });
    await ask('warm');
    return await filesUntilFirstRead(() => ask('how is a release made'));
  } finally {
    await shell.close();
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts calls from the moment `act` begins until SQLite is asked for a row. */
async function filesUntilFirstRead(act: () => Promise<Response>): Promise<readonly string[]> {
  const Database = await loadSqlite();
  const probe = new Database(':memory:');
  const statement: Record<string, unknown> = Object.getPrototypeOf(probe.prepare('SELECT 1'));
  probe.close();
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const found: { files?: readonly string[] } = {};
  const reads = ['all', 'get', 'iterate'].map(name => ({ name, real: statement[name] }));
  for (const { name, real } of reads)
    statement[name] = function read(this: unknown, ...values: unknown[]) {
      found.files ??= calledFiles(session);
      return typeof real === 'function' ? Reflect.apply(real, this, values) : undefined;
    };
  const answer = await act();
  for (const { name, real } of reads) statement[name] = real;
  session.disconnect();
  if (!answer.ok) throw new Error(`assembly answered ${answer.status}: ${await answer.text()}`);
  if (found.files === undefined) throw new Error('the assembly read nothing');
  return found.files;
}

function calledFiles(session: Session): readonly string[] {
  const files: string[] = [];
  session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
    for (const { url, functions } of result) {
      const path = url.startsWith(repository.href) ? url.slice(repository.href.length) : '';
      const called = functions.some(
        ({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0,
      );
      if (called && /^electron\/(shells|services|storage)\//.test(path)) files.push(path);
    }
  });
  return files.sort();
}
