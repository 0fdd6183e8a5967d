import { existsSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { messageOf } from '../../shared/contract/errors.ts';
import type { ToldEvent } from '../../shared/model/flight.ts';
import { isJsonObject, isRounded, type JsonObject } from '../../shared/model/json.ts';
import { createJsonScale } from '../../shared/model/json-limits.ts';
import { findProjectBehind } from '../cli/find-project.ts';
import { findUserDataDir } from '../platform/user-data-dir.ts';
import type { HookAnswer, HookFormat } from './agents/coding-agent.ts';
import { isHashedId } from './agents/fitting-fields.ts';
import { hookFormatOf } from './agents/hook-formats.ts';
import { createHostLog, readHostLog } from './host-log.ts';
import { hostEnvironment, hostPlace } from './host-place.ts';
import { askSocket, connectHost, findWarmHost } from './warm-call.ts';

// What is imported here is loaded for each event of an agent: nothing that an answer does not need.

interface HookOptions {
  readonly values: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly distDir: string;
  /** Undefined where it is gone. */
  readonly cwd: string | undefined;
  /** Opened once somebody was asked who takes a while to answer. */
  readonly openStdin: () => Readable;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** How long an agent waits for Weft at most, in all. */
const patienceMs = 800;
/** Before a tool, of which there are many. */
const toolPatienceMs = 300;
/** For so long nobody else has a host started that was missed. */
const missedMs = 5000;
/** How often it is looked whether a host that was started is there. */
const lookMs = 20;
/** An event beyond this is no event. */
const mostBytes = 32 * 1024 * 1024;
/** Up to here it is tried whether an event is whole before its end is told. */
const soonBytes = 256 * 1024;

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
    if (answer !== undefined) options.write(`${await visible(JSON.stringify(answer))}\n`);
    else if (block !== undefined) {
      options.writeError(`${await visible(block.replaceAll('\n', ' '))}\n`);
      return 2;
    }
  } catch (error) {
    note(error);
  }
  return 0;
}

/** What is plain needs nothing that knows all characters. */
async function visible(text: string): Promise<string> {
  if (!/[^ -~]/.test(text)) return text;
  const { escapeInvisibleJson } = await import('../../shared/model/escape-invisible.ts');
  return escapeInvisibleJson(text);
}

interface Answered {
  /** In the form of the agent. */
  readonly answer?: JsonObject | undefined;
  readonly block?: string | undefined;
}

async function answerHook(options: HookOptions, startedMs: number): Promise<Answered> {
  const { values, cwd, openStdin } = options;
  const format = formatOf(values);
  // Agents mostly work where they were started: its host shows that it is the one while the event is read.
  const early = reachEarly(options, projectAt(options, cwd));
  const input = await readEvent(openStdin());
  const event = isJsonObject(input) ? format.read(input) : undefined;
  if (!isJsonObject(input) || event === undefined) throw new Error('this is no event of the agent');
  const folder = event.cwd ?? cwd;
  const project = projectAt(options, folder);
  if (project === undefined) {
    if (options.env.WEFT_HOST !== 'off' && (folder === undefined || !existsSync(folder)))
      throw new Error('the folder that the agent works in is gone');
    // An agent that works elsewhere is no matter of ours.
    return {};
  }
  if (isHashedId(event.session_id)) noteLongId(event.session_id);
  const untilMs = startedMs + (event.event === 'before_tool' ? toolPatienceMs : patienceMs);
  const answer = await ask(options, { project, event, untilMs, early });
  if (answer.unkept !== undefined) note(`${event.event} was not recorded: ${answer.unkept}`);
  return { answer: format.write(answer, input), block: answer.block };
}

/** The project of a folder, by its real path, where a host may be asked. */
function projectAt({ env }: HookOptions, cwd: string | undefined): string | undefined {
  const folder = cwd === undefined ? null : findProjectBehind(cwd);
  if (folder === null || env.WEFT_HOST === 'off' || !existsSync(join(folder, '.codebolt'))) return undefined;
  return realpathSync.native(folder);
}

interface Early {
  readonly project: string;
  /** As `reachHost` says. */
  readonly reached: ReturnType<typeof reachHost>;
}

function reachEarly(options: HookOptions, project: string | undefined): Early | undefined {
  if (project === undefined) return undefined;
  const reached = reachHost(options, project, patienceMs);
  // Who waits for it hears of it.
  reached.catch(() => {});
  return { project, reached };
}

function formatOf(values: readonly string[]): HookFormat {
  const at = values.indexOf('--agent');
  const name = at < 0 ? 'claude-code' : (values[at + 1] ?? '');
  const format = hookFormatOf(name);
  if (format === undefined) throw new Error(`no agent with hooks is called ${name}`);
  return format;
}

interface Asked {
  readonly project: string;
  readonly event: ToldEvent;
  /** By `performance.now()`. */
  readonly untilMs: number;
  readonly early: Early | undefined;
}

async function ask(options: HookOptions, { project, event, untilMs, early }: Asked): Promise<HookAnswer> {
  const left = (): number => Math.max(1, untilMs - performance.now());
  const isThere = early?.project === project;
  const { host, socket } =
    (await (isThere ? within(early.reached, left()) : reachHost(options, project, left()))) ??
    (await startHost(options, project, untilMs));
  const reply = await askSocket(socket, {
    token: host.token,
    procedure: 'flights.hear',
    input: Buffer.from(JSON.stringify(event)),
    answerMs: left(),
  });
  const { ok = false, value } = reply ?? {};
  if (!ok || !isJsonObject(value)) throw new Error(`${event.event} was not taken: ${JSON.stringify(reply)}`);
  return {
    ...(typeof value.context === 'string' && { context: value.context }),
    ...(typeof value.block === 'string' && { block: value.block }),
    ...(typeof value.unkept === 'string' && { unkept: value.unkept }),
  };
}

function within<Value>(promise: Promise<Value>, patienceMs: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no proof came')), patienceMs);
    promise.then(resolve, reject);
  });
}

/** A host that listens and does not answer is left alone; undefined where nobody listens. */
async function reachHost({ version }: HookOptions, project: string, patienceMs: number) {
  const host = await findWarmHost(project, version);
  if (host === undefined) return undefined;
  try {
    return { host, socket: await connectHost(host, patienceMs) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Has the host started, and waits for it as long as there is time: the next event finds it. */
async function startHost(options: HookOptions, project: string, untilMs: number) {
  if (isFirstToMiss(project)) await startStarter(options, project);
  while (performance.now() < untilMs) {
    const host = await findWarmHost(project, options.version);
    const socket = host && (await connectHost(host, lookMs).catch(() => undefined));
    if (host !== undefined && socket !== undefined) return { host, socket };
    await new Promise(resume => setTimeout(resume, lookMs));
  }
  throw new Error('the host of the project is still starting');
}

/** Of many events that find no host one has it started. */
function isFirstToMiss(project: string): boolean {
  const mark = `${hostPlace(findUserDataDir(), project).file}.missed`;
  try {
    const since = Date.now() - (statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (since >= 0 && since < missedMs) return false;
    writeFileSync(mark, '', { mode: 0o600 });
  } catch {
    // What starts it makes the folder, or says why that cannot be.
  }
  return true;
}

/** What knows all that may be in the way of a host is a program of its own, which nobody waits for. */
async function startStarter({ env, distDir }: HookOptions, project: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const values = [join(distDir, 'cli.cjs'), 'host', 'start', '--project', project];
  spawn(process.execPath, values, {
    detached: true,
    // That of the agent may be gone.
    cwd: project,
    stdio: 'ignore',
    env: hostEnvironment(env),
    windowsHide: true,
  })
    .on('error', note)
    .unref();
}

/** As soon as it is whole: not every agent ends what it writes to. */
function readEvent(stdin: Readable): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let isWhole = false;
    const finish = (): void => {
      const bytes = Buffer.concat(chunks);
      const excess = createJsonScale().add(bytes);
      if (excess !== undefined) throw new Error(`the event ${excess.reason}`);
      resolve(parseEvent(bytes.toString('utf8')));
      isWhole = true;
    };
    stdin
      .on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > mostBytes) reject(new Error('the event is too long'));
        else if (!isWhole && length <= soonBytes && isEnd(chunk))
          try {
            finish();
          } catch {
            // It goes on.
          }
      })
      .on('end', () => {
        try {
          if (!isWhole) finish();
        } catch (error) {
          reject(error);
        }
      })
      .on('error', reject);
  });
}

/** A number whose last digits would become others stays as it is written: what a tool was given is kept as JSON again. */
function parseEvent(text: string): unknown {
  const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown }; // a Node before 21 has none
  if (rawJSON === undefined || !/\d{16}/.test(text)) return JSON.parse(text);
  // Its types know no third argument yet.
  const keep = (_key: string, value: unknown, { source }: { source?: string } = {}): unknown =>
    typeof value === 'number' && source !== undefined && isRounded(value, source) ? rawJSON(source) : value;
  return JSON.parse(text, keep);
}

/** Whether an object may end there. */
const isEnd = (chunk: Buffer): boolean => chunk.at(-1) === 0x7d || chunk.at(-1) === 0x0a;

/** Once for each session, as far as the log goes back. */
function noteLongId(id: string): void {
  try {
    if (readHostLog(logFile()).includes(id)) return;
  } catch {
    // It is said once too often.
  }
  note(`a session whose id is longer than 200 characters is kept as ${id}`);
}

const logFile = (): string => join(findUserDataDir(), 'hook.log');

/** Without what the agent said, which may be anything. */
function note(error: unknown): void {
  try {
    const message = messageOf(error);
    const line = JSON.stringify({ at: new Date().toISOString(), pid: process.pid, message });
    createHostLog(logFile())(`${line}\n`);
  } catch {
    // Nor is a log in the way.
  }
}
