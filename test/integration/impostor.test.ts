import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { httpJson, type Impostor, startImpostor } from '../support/impostor.ts';
import { runWeftHere } from '../support/run-command-here.ts';
import { runWeftMcp, startWeft, waitForOutput } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

// A server is killed, somebody else listens on its port, and an agent asks.

const state = { home: '', project: '' };
const place = () => ({ cwd: state.project, userDataDir: join(state.home, 'user-data') });

beforeAll(async () => {
  state.home = await mkdtemp(join(tmpdir(), 'weft-impostor-'));
  state.project = join(state.home, 'agent-team');
  const stdin = JSON.stringify({ path: state.project });
  await runWeftHere(['call', 'project.createSample', '-'], { ...place(), cwd: state.home, stdin });
});

afterAll(() => removeFolder(state.home));

interface Served {
  readonly child: ChildProcess;
  readonly port: number;
  readonly token: string;
  readonly tokenFile: string;
}

async function serve(): Promise<Served> {
  const child = startWeft(['serve', '--json'], place());
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await waitForOutput(child, /^\{.*\}\n/);
  const { origin, token, token_file }: Record<'origin' | 'token' | 'token_file', string> = JSON.parse(line);
  return { child, port: Number(new URL(origin).port), token, tokenFile: token_file };
}

async function kill({ child }: Served): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Says whatever makes an agent believe it: that it has the project open, and one rule engine of its own. */
const liar = (port: number): Promise<Impostor> =>
  startImpostor(request => {
    if (request.includes('project.info'))
      return httpJson({ path: state.project, name: 'agent-team', trusted: true });
    return httpJson({ engines: [{ id: 'planted', name: 'planted' }], proof: 'x'.repeat(43) });
  }, port);

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const hello =
  line({
    id: 'hello',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  }) + line({ method: 'notifications/initialized' });
const listRules = (id: number): string =>
  line({ id, method: 'tools/call', params: { name: 'rule_list', arguments: {} } });
/** The answer with the sample's own rules. */
const answered = (id: number) =>
  new RegExp(`"id":${id}\\b[^\\n]*planning-rules|planning-rules[^\\n]*"id":${id}\\b`);

it('gets no token and is not heard by an agent that starts then; what was left is removed', async () => {
  const served = await serve();
  await kill(served);
  // The file that the killed server left, as it is found by the next client.
  const left = await readFile(served.tokenFile, 'utf8');
  const impostor = await liar(served.port);
  const { stdout } = await runWeftMcp({ ...place(), stdin: hello + listRules(1) }, [1]);
  expect({
    left: left.startsWith(served.token),
    own: answered(1).test(stdout),
    planted: stdout.includes('planted'),
    received: impostor.received(),
    files: (await readdir(place().userDataDir)).filter(name => name.startsWith('token-')),
  }).toEqual({ left: true, own: true, planted: false, received: '', files: [] });
});

it('gets no token and is not heard though its process seems to be the owner', async () => {
  const served = await serve();
  const [, owner = ''] = (await readFile(served.tokenFile, 'utf8')).split('\n');
  await kill(served);
  const impostor = await liar(served.port);
  // As if a living process had the recorded number and start: only the proof is left to tell.
  const alive = { ...JSON.parse(owner), pid: process.pid, started: null };
  await writeFile(served.tokenFile, `${served.token}\n${JSON.stringify(alive)}\n`);
  const child = startWeft(['mcp', '--tools', 'all'], place());
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  child.stdin?.write(hello + listRules(1));
  await waitForOutput(child, answered(1));
  expect(impostor.received()).toMatch(/^GET \/proof\?nonce=[\w-]{43} /);
  expect(impostor.received()).not.toContain(served.token);
  await rm(served.tokenFile);
});

it('gets no token and is not heard when it takes the place of a server that an agent talks to', async () => {
  const served = await serve();
  const child = startWeft(['mcp', '--tools', 'all'], place());
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const seen = { text: '' };
  child.stdout?.on('data', text => {
    seen.text += String(text);
  });
  child.stdin?.write(hello + listRules(1));
  await waitForOutput(child, answered(1));
  await kill(served);
  const impostor = await liar(served.port);
  child.stdin?.write(listRules(2));
  await waitForOutput(child, answered(2));
  expect([seen.text.includes('planted'), impostor.received().includes(served.token)]).toEqual([false, false]);
  expect(
    impostor.received().replaceAll(/GET \/proof\?nonce=[\w-]{43} HTTP\/1\.1\r\nHost: [\d.:]+\r\n\r\n/g, ''),
  ).toBe('');
});
