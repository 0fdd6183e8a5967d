import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../../electron/sdk/create-client.ts';
import { databaseFile } from '../../../electron/storage/files/machine-folder.ts';
import type { Input, Output, ProcedureName } from '../../../shared/contract/contract.ts';
import { runWeftHere } from '../../support/run-command-here.ts';
import { startWeft, waitForOutput } from '../../support/run-weft.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Server {
  readonly origin: string;
  readonly token: string;
  call<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<Output<Name>>;
  stop(): Promise<void>;
}

const pageBytes = 4096;
const backedUp = 12;
const posted = 60;

async function serve(home: string, project: string): Promise<Server> {
  const place = { cwd: home, userDataDir: join(home, 'user-data') };
  const child = startWeft(['serve', '--json', '--port', '0', '--project', project, '--trust'], place);
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  onTestFinished(stop);
  const [line] = await waitForOutput(child, /^\{.*\}\n/);
  const { origin, token }: Record<'origin' | 'token', string> = JSON.parse(line);
  return {
    origin,
    token,
    stop,
    async call(name, input) {
      const answer = await ask({ origin, token }, name, input);
      if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
      return (await answer.json()) as Output<typeof name>; // the server answers by the same contract
    },
  };
}

const ask = (
  { origin, token }: Pick<Server, 'origin' | 'token'>,
  name: string,
  input: unknown,
): Promise<Response> =>
  fetch(`${origin}/procedures/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });

/** Posts entries of which a backup has the first ones, and stops. The ids, in order. */
async function fillLedger(server: Server): Promise<string[]> {
  const ids: string[] = [];
  const detail = 'Some words on what is needed, and why. '.repeat(12);
  for (let number = 0; number < posted; number += 1) {
    // So that no backup of a start has more than these.
    if (number === backedUp) await server.call('backup.create', {});
    const entry = { entry_type: 'need', summary: `need ${number}`, detail } as const;
    ids.push((await server.call('ledger.post', entry)).id);
  }
  await server.stop();
  return ids;
}

/**
 * Overwrites the page on which an entry is, as a disk would; nobody has the database open. The ids of all entries that are
 * on it.
 */
function damagePage(path: string, id: string, ids: readonly string[]): string[] {
  const bytes = readFileSync(path);
  const record = bytes.indexOf(`{"id":"${id}"`);
  expect(record).toBeGreaterThan(0);
  const start = Math.floor(record / pageBytes) * pageBytes;
  const page = bytes.subarray(start, start + pageBytes).toString('latin1');
  writeFileSync(path, bytes.fill(0xa5, start, start + pageBytes));
  return ids.filter(other => page.includes(`{"id":"${other}"`));
}

/** What each door says beside the ledger that it answers. */
async function warningsOf(server: Server, home: string, project: string) {
  const rest = await ask(server, 'ledger.list', {});
  const agent = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${server.token}` } };
  await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.origin), { requestInit }));
  const { content } = await agent.callTool({ name: 'twining_list', arguments: {} });
  await agent.close();
  const heard: string[] = [];
  const sdk = createClient({
    url: server.origin,
    token: server.token,
    onWarning: warning => heard.push(warning),
  });
  await sdk.ledger.list({});
  const place = { cwd: home, userDataDir: join(home, 'user-data') };
  const weft = (...values: string[]) => runWeftHere([...values, '--project', project], place);
  const called = await weft('call', 'ledger.list');
  // Another folder each time.
  const exported = await weft('export-ledger', randomUUID());
  expect([rest.status, called.code, exported.code]).toEqual([200, 0, 0]);
  return {
    rest: JSON.parse(rest.headers.get('weft-warnings') ?? '[]'),
    agent: content.slice(1).map(part => (part.type === 'text' ? part.text : part.type)),
    sdk: heard,
    envelope: JSON.parse(called.stdout).warnings ?? [],
    stderr: exported.stderr.split('\n').filter(line => line !== ''),
  };
}

it('rows that a damaged page took and no backup held are named, and each door tells of it until it is acknowledged', async () => {
  const home = temporaryFolder();
  const project = join(home, 'shop');
  mkdirSync(join(project, '.codebolt'), { recursive: true });
  const ids = await fillLedger(await serve(home, project));
  const hit = damagePage(join(project, databaseFile), ids[40] ?? '', ids);
  expect(hit).toContain(ids[40]);
  expect(hit.some(id => ids.indexOf(id) < backedUp)).toBe(false);

  const server = await serve(home, project);
  // Whatever meets it first is told; from then on all else is answered.
  await ask(server, 'ledger.post', { entry_type: 'need', summary: 'after it' });
  const { records } = await server.call('ledger.list', { limit: 1000 });
  const there = JSON.stringify(records);
  expect(ids.filter(id => !there.includes(id))).toEqual(hit);
  const { damage } = await server.call('backup.list', {});
  const gone = damage[0]?.tables.find(({ table }) => table === 'ledger_record')?.gone ?? [];
  expect(gone.map(({ id }) => id).toSorted()).toEqual(hit.toSorted());

  const told = expect.stringMatching(
    new RegExp(`^(weft: )?this answer may lack what was gone from .*ledger_record \\(${hit.length} known\\)`),
  );
  const everywhere = { rest: [told], agent: [told], sdk: [told], envelope: [told], stderr: [told] };
  // It does not end by being told once.
  for (let round = 0; round < 2; round += 1)
    expect(await warningsOf(server, home, project)).toEqual(everywhere);

  const place = { cwd: home, userDataDir: join(home, 'user-data') };
  const listed = await runWeftHere(['backup', 'list', '--project', project], place);
  for (const id of hit.slice(0, 5)) expect(listed.stdout).toContain(id);
  const acknowledged = await runWeftHere(['backup', 'acknowledge', '--project', project], place);
  expect([acknowledged.code, acknowledged.stdout]).toEqual([
    0,
    '1 report of damage acknowledged; answers warn of it no more\n',
  ]);
  // Another process acknowledged it; the server looks again after a while.
  await expect
    .poll(async () => (await ask(server, 'ledger.list', {})).headers.has('weft-warnings'), {
      timeout: 60_000,
    })
    .toBe(false);
  expect(await warningsOf(server, home, project)).toEqual({
    rest: [],
    agent: [],
    sdk: [],
    envelope: [],
    stderr: [],
  });
});
