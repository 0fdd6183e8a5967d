import { realpath } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { type HostPlace, hostPlace, makeHostFolders } from '../../electron/host/host-place.ts';
import { identifyProcess } from '../../electron/platform/process-start.ts';
import { type HostOwner, writeHostFile } from '../../electron/shells/http/token-file.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import { createHostedProject, type HostedOptions, type HostedProject } from './hosted-project.ts';
import { runWeftHere } from './run-command-here.ts';
import { startWeft } from './run-weft.ts';

/** A project whose doors have a host, which ends with the test; its commands are run in this process. */
export async function hostedProject(options?: HostedOptions): Promise<HostedProject> {
  const project = await createHostedProject({ run: runWeftHere, ...options });
  onTestFinished(project.end);
  return project;
}

/** What a host has left that did not end as it should; `owner`: what it says of itself that is not as usual. */
export async function announceGoneHost(
  { folder, userDataDir }: HostedProject,
  owner: Partial<HostOwner>,
): Promise<HostPlace> {
  const place = hostPlace(userDataDir, await realpath(folder));
  await makeHostFolders(place);
  const { socket: address } = place;
  const usual = { address, project: folder, version: '0.1.0', protocol: 1, background: true };
  await writeHostFile(place.file, {
    token: 'secret',
    owner: { ...(await identifyProcess()), ...usual, ...owner },
  });
  return place;
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
