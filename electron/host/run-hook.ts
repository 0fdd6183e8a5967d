import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { ToldEvent } from '../../shared/model/flight.ts';
import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import { createJsonScale } from '../../shared/model/json-limits.ts';
import { findProject } from '../cli/find-project.ts';
import type { Terminal } from '../cli/terminal.ts';
import { createIdMint } from '../platform/ids.ts';
import { fewRandomBytes } from '../platform/random-bytes.ts';
import { findUserDataDir } from '../platform/user-data-dir.ts';
import type { HookAnswer, HookFormat } from './agents/coding-agent.ts';
import { agentOf, isAgentName } from './agents/coding-agents.ts';
import { createHostLog } from './host-log.ts';
import { hostPlace, makeHostFolders } from './host-place.ts';
import { askSocket, connectHost, findWarmHost } from './warm-call.ts';

// What is imported here is loaded for each event of an agent: nothing that an answer does not need.

export interface HookOptions {
  readonly values: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly distDir: string;
  readonly terminal: Pick<Terminal, 'cwd' | 'stdin' | 'writeJson' | 'writeErrorLine'>;
}

/** How long an agent waits for Weft at most, in all. */
const patienceMs = 800;
/** Before a tool, of which there are many. */
const toolPatienceMs = 300;
/** How often it is looked whether a host that was started is there. */
const lookMs = 20;
/** An event beyond this is no event. */
const mostBytes = 32 * 1024 * 1024;

/**
 * `weft hook [--agent NAME]`: tells an event of a coding agent to the host of its project, and prints what the agent is
 * to know. Never in the way: whatever fails ends with an empty answer, and a line in the log of hooks. Gives the exit
 * code: 2 where the agent is to hold, as the configuration of the project says, with the reason on standard error.
 */
export async function runHook(options: HookOptions): Promise<0 | 2> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs);
  });
  try {
    const { answer, block } = await Promise.race([answerHook(options, performance.now()), late]);
    if (answer !== undefined) await options.terminal.writeJson(answer, 0);
    else if (block !== undefined) {
      options.terminal.writeErrorLine(block);
      return 2;
    }
  } catch (error) {
    note(error);
  }
  return 0;
}

interface Answered {
  /** In the form of the agent. */
  readonly answer?: JsonObject | undefined;
  readonly block?: string | undefined;
}

async function answerHook(options: HookOptions, startedMs: number): Promise<Answered> {
  const { values, env, terminal } = options;
  const format = formatOf(values);
  const bytes = await readAll(terminal.stdin);
  const excess = createJsonScale().add(bytes);
  if (excess !== undefined) throw new Error(`the event ${excess.reason}`);
  const input: unknown = JSON.parse(bytes.toString('utf8'));
  const event = isJsonObject(input) ? format.read(input) : undefined;
  if (!isJsonObject(input) || event === undefined) throw new Error('this is no event of the agent');
  const folder = findProject(event.cwd ?? terminal.cwd, undefined);
  // An agent that works elsewhere is no matter of ours.
  if (folder === null || env.WEFT_HOST === 'off' || !existsSync(join(folder, '.codebolt'))) return {};
  const untilMs = startedMs + (event.event === 'before_tool' ? toolPatienceMs : patienceMs);
  const answer = await ask(options, realpathSync.native(folder), event, untilMs);
  return { answer: format.write(answer, input), block: answer.block };
}

function formatOf(values: readonly string[]): HookFormat {
  const at = values.indexOf('--agent');
  const name = at < 0 ? 'claude-code' : (values[at + 1] ?? '');
  const format = isAgentName(name) ? agentOf(name).hooks : undefined;
  if (format === undefined) throw new Error(`no agent with hooks is called ${name}`);
  return format;
}

async function ask(
  options: HookOptions,
  project: string,
  event: ToldEvent,
  untilMs: number,
): Promise<HookAnswer> {
  const left = (): number => Math.max(1, untilMs - performance.now());
  const host = (await findWarmHost(project, options.version)) ?? (await startHost(options, project, untilMs));
  if (host === undefined) throw new Error('the host of the project is still starting');
  const socket = await connectHost(host, left());
  const reply = await askSocket(socket, {
    token: host.token,
    procedure: 'flights.hear',
    input: Buffer.from(JSON.stringify(event)),
    key: createIdMint(fewRandomBytes)(),
    answerMs: left(),
  });
  const { ok = false, value } = reply ?? {};
  if (!ok || !isJsonObject(value)) throw new Error(`${event.event} was not taken: ${JSON.stringify(reply)}`);
  return {
    ...(typeof value.context === 'string' && { context: value.context }),
    ...(typeof value.block === 'string' && { block: value.block }),
  };
}

/** Starts the host in the background, and waits for it as long as there is time: the next event finds it. */
async function startHost({ env, version, distDir }: HookOptions, project: string, untilMs: number) {
  const userDataDir = findUserDataDir();
  const place = hostPlace(userDataDir, project);
  await makeHostFolders(place);
  const [{ startInBackground }, { markStarting }] = await Promise.all([
    import('./start-in-background.ts'),
    import('./join-host.ts'),
  ]);
  if (await markStarting(place)) startInBackground({ env, version, distDir, userDataDir, project });
  while (performance.now() < untilMs) {
    const host = await findWarmHost(project, version);
    if (host !== undefined) return host;
    await new Promise(resume => setTimeout(resume, lookMs));
  }
  return undefined;
}

async function readAll(stdin: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of stdin) {
    parts.push(part);
    bytes += part.length;
    if (bytes > mostBytes) throw new Error('the event is too long');
  }
  return Buffer.concat(parts);
}

/** Without what the agent said, which may be anything. */
function note(error: unknown): void {
  try {
    const message = error instanceof Error ? error.message : String(error);
    const line = JSON.stringify({ at: new Date().toISOString(), pid: process.pid, message });
    createHostLog(join(findUserDataDir(), 'hook.log'))(`${line}\n`);
  } catch {
    // Nor is a log in the way.
  }
}
