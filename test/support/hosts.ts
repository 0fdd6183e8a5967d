import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isJsonObject } from '../../shared/model/json.ts';
import { runWeft, startWeft, type WeftPlace, type WeftRun } from './run-weft.ts';

/** A project whose doors have a host, which ends with the test. */
export interface HostedProject {
  readonly folder: string;
  readonly userDataDir: string;
  readonly place: WeftPlace;
  weft(values: readonly string[], stdin?: unknown): Promise<WeftRun>;
  /** The value of a procedure, called by a command of its own. */
  call(procedure: string, input?: unknown): Promise<unknown>;
  /** The process that is the host now. */
  hostPid(): Promise<number | undefined>;
  /** Every process that ever was its host in the background, by its log. */
  hostPids(): Promise<number[]>;
}

export async function hostedProject(
  env: Readonly<Record<string, string>> = {},
  home?: string,
): Promise<HostedProject> {
  const root = await mkdtemp(join(tmpdir(), 'weft-host-'));
  const folder = join(root, 'project');
  const userDataDir = home ?? join(root, 'user');
  const place = { cwd: root, userDataDir, env: { WEFT_HOST: 'on', ...env } };
  const weft: HostedProject['weft'] = (values, stdin) =>
    runWeft(values, { ...place, cwd: folder, stdin: stdin === undefined ? '' : JSON.stringify(stdin) });
  const created = await runWeft(['call', 'project.open', '-', '--no-host'], {
    ...place,
    stdin: JSON.stringify({ path: folder, create: true }),
  });
  if (created.code !== 0) throw new Error(created.stdout + created.stderr);
  const project: HostedProject = {
    folder,
    userDataDir,
    place: { ...place, cwd: folder },
    weft,
    async call(procedure, input = {}) {
      const run = await weft(['call', procedure, '-'], input);
      const reply: unknown = JSON.parse(run.stdout || 'null');
      if (isJsonObject(reply) && reply.ok === true) return reply.value;
      throw new Error(`${procedure}: ${run.stdout}${run.stderr}`);
    },
    async hostPid() {
      const status: unknown = JSON.parse((await weft(['host', 'status', '--json'])).stdout);
      return isJsonObject(status) && typeof status.pid === 'number' ? status.pid : undefined;
    },
    hostPids: () => loggedPids(join(userDataDir, 'hosts')),
  };
  onTestFinished(async () => {
    await weft(['host', 'stop']);
    for (const pid of await project.hostPids()) await untilGone(pid);
    await rm(root, { recursive: true, force: true });
  });
  return project;
}

async function loggedPids(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => []);
  const logs = names.filter(name => name.includes('.log')).map(name => readFile(join(folder, name), 'utf8'));
  const lines = (await Promise.all(logs)).join('').split('\n').filter(Boolean);
  const started = lines
    .map(line => JSON.parse(line))
    .filter(({ message }) => message === 'the host has started');
  return started.map(({ pid }) => Number(pid));
}

export async function untilGone(pid: number): Promise<void> {
  while (isThere(pid)) await new Promise(resume => setTimeout(resume, 20));
}

export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** `weft mcp` of the project, spoken to by lines. */
export function startAgent(project: HostedProject, values: readonly string[] = []) {
  const child = startWeft(['mcp', '--tools', 'all', ...values], project.place);
  const waiting = new Map<number, (message: Readonly<Record<string, unknown>>) => void>();
  let rest = '';
  let next = 1;
  child.stdout?.setEncoding('utf8').on('data', text => {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message: unknown = JSON.parse(line);
      if (isJsonObject(message) && typeof message.id === 'number') waiting.get(message.id)?.(message);
    }
  });
  const send = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method: string, params: object): Promise<Readonly<Record<string, unknown>>> =>
    new Promise(resolve => {
      const id = next++;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  const ready = request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }).then(() => send({ method: 'notifications/initialized' }));
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  onTestFinished(async () => {
    child.stdin?.end();
    await ended;
  });
  return {
    async tool(name: string, given: object = {}) {
      await ready;
      return (await request('tools/call', { name, arguments: given })).result;
    },
    async tools(): Promise<string[]> {
      await ready;
      const { result } = await request('tools/list', {});
      const tools = isJsonObject(result) && Array.isArray(result.tools) ? result.tools : [];
      return tools.map(tool => String(tool.name));
    },
    async end() {
      child.stdin?.end();
      await ended;
    },
  };
}
