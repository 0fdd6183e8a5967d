import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import { createHostedProject, type HostedOptions, type HostedProject } from '../support/hosted-project.ts';
import { repository } from '../support/run-weft.ts';
import { createSeededRandom, type SeededRandom } from '../support/seeded-random.ts';
import { type FaultName, type FaultyHook, hookFault, hookFaults } from './hook-faults.ts';

/** What an agent waits for at most, in milliseconds, and what it may be late by. */
const limitsMs = { PreToolUse: 300, others: 800 } as const;
const lateMs = 1000;

/** How one hook ended. */
export interface HookEnd {
  readonly code: number | null;
  readonly stdout: string;
  /** Milliseconds after a program that did nothing for as long as the hook may take; undefined where none ran beside it. */
  readonly lateMs?: number | undefined;
  /** Whether what it was told is the event itself, so that what it answers is of this prompt and session. */
  readonly isOfEvent?: boolean;
}

/** What an agent would have suffered from; empty where it went on without a word or with a valid one. */
export function harmOf({ code, stdout, lateMs: late }: HookEnd): string[] {
  return [
    ...(code === 0 ? [] : [`ended with ${code}`]),
    ...(stdout === '' || contextIn(stdout) !== undefined ? [] : [`said ${stdout.slice(0, 100)}`]),
    ...(late === undefined || late <= lateMs ? [] : [`was late by ${Math.round(late)} ms`]),
  ];
}

/** The text for the model in a whole answer of one line. */
function contextIn(stdout: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(stdout);
    const inner = isJsonObject(answer) ? answer.hookSpecificOutput : undefined;
    const context = isJsonObject(inner) ? inner.additionalContext : undefined;
    return typeof context === 'string' && stdout.indexOf('\n') === stdout.length - 1 ? context : undefined;
  } catch {
    return undefined;
  }
}

/** Starts what is given in place of a hook; it is killed where it does not end long after its limit. */
export type StartHook = (hook: FaultyHook, project: HostedProject) => ChildProcess;

export const startHook: StartHook = ({ within, values = [], env, cwd, stdout, uid }, project) => {
  const command = [process.execPath, join(repository, 'dist/cli.cjs'), 'hook', ...values];
  const [program = '', ...rest] =
    within === undefined ? command : ['/bin/sh', '-c', `${within}; exec "$@"`, 'sh', ...command];
  return spawn(program, rest, {
    cwd: cwd ?? project.folder,
    env: { ...process.env, ...project.place.env, WEFT_USER_DATA: project.userDataDir, ...env },
    stdio: ['pipe', stdout ?? 'pipe', 'ignore'],
    ...(uid !== undefined && { uid }),
  });
};

export interface FaultsResult {
  readonly faults: number;
  /** Hooks whose answer said that they were heard. */
  readonly acknowledged: number;
  readonly harm: readonly string[];
  /** What was acknowledged and is not there exactly once. */
  readonly lost: readonly string[];
  readonly latestMs: number;
}

export interface FaultsOptions {
  readonly faults: number;
  readonly seed: number;
  readonly start?: StartHook;
  /** Beside each hook a program runs that does nothing for as long as it may take. */
  readonly isTimed: boolean;
  readonly only?: string;
  /** What runs the commands that look at the project; a process for each without it. */
  readonly run?: HostedOptions['run'];
}

const rule = { id: 'r', name: 'Always', when: [], then: { add_memories: ['always'] } };
const memory = {
  id: 'always',
  label: 'Always',
  version: '1.0.0',
  status: 'active',
  inputs_scope: [],
  additional_variables: [],
  retrieval: { pipeline: [{ type: 'static', params: { items: ['Heard.'] } }] },
  contribution: { section: 'knowledge', priority: 'medium', format: 'bullet_list' },
};

/** Hooks of one session, each under another fault; what was acknowledged is looked for at the end. */
export async function sufferFaults(options: FaultsOptions): Promise<FaultsResult> {
  const random = createSeededRandom(options.seed);
  const faultAt = inTurn(options.only ?? '', random);
  const folder = await mkdtemp(join(tmpdir(), 'weft-faults-'));
  const project = await createHostedProject(options.run && { run: options.run });
  try {
    await project.call('memories.create', { memory });
    await project.call('engines.create', {
      engine: { id: 'always', name: 'Always', description: '', enabled: true, rules: [rule] },
    });
    await project.call('config.set', { changes: { hook_tokens: 1000 } });
    const [harm, heard, posted]: [string[], string[], string[]] = [[], [], []];
    let latestMs = 0;
    for (let at = 0; at < options.faults; at += 1) {
      const name = faultAt(at);
      const prompt = `prompt ${at}.`;
      const event = eventOf(project.folder, prompt, random);
      if (random.next() < 0.3) posted.push(...(await post(project, `posted ${at}.`)));
      const end = await suffer(name, event, { project, folder, random }, options);
      latestMs = Math.max(latestMs, end.lateMs ?? 0);
      harm.push(...harmOf(end).map(what => `${name} (${at}, ${event.hook_event_name}): it ${what}`));
      const isPrompt = event.hook_event_name === 'UserPromptSubmit';
      if (isPrompt && end.isOfEvent && contextIn(end.stdout)?.includes('Heard.')) heard.push(prompt);
    }
    const lost = [
      ...(await missing(heard, () => promptsOf(project))),
      ...(await missing(posted, () => postsOf(project))),
    ];
    return { faults: options.faults, acknowledged: heard.length + posted.length, harm, lost, latestMs };
  } finally {
    await project.end();
    await rm(folder, { recursive: true, force: true });
  }
}

const names = Object.keys(hookFaults) as [FaultName, ...FaultName[]]; // the keys of the table

/** Each in its turn, in an order by chance, so that a sample of some has as many of them. */
function inTurn(only: string, random: SeededRandom): (at: number) => FaultName {
  const keyed = names.filter(name => name.includes(only)).map(name => ({ name, key: random.next() }));
  const chosen = keyed.toSorted((left, right) => left.key - right.key).map(({ name }) => name);
  return at => chosen[at % chosen.length] ?? random.pick(names);
}

const told = {
  SessionStart: { source: 'startup' },
  PreToolUse: { tool_name: 'Edit', tool_input: { file_path: 'a.ts' } },
  PostToolUse: { tool_name: 'Read', tool_input: { file_path: 'a.ts' }, tool_response: 'text' },
  PostToolUseFailure: { tool_name: 'Bash', tool_input: { command: 'make' }, error: 'no rule' },
  PreCompact: { trigger: 'auto' },
  SubagentStop: { last_assistant_message: 'found' },
  Stop: {},
} as const;

function eventOf(cwd: string, prompt: string, random: SeededRandom) {
  const about = { session_id: 'faults', cwd };
  // Half of them are what is waited for.
  if (random.next() < 0.5) return { ...about, hook_event_name: 'UserPromptSubmit', prompt };
  const name = random.pick(Object.keys(told) as [keyof typeof told, ...(keyof typeof told)[]]); // the keys of the table
  return { ...about, hook_event_name: name, ...told[name] };
}

async function suffer(
  name: FaultName,
  event: JsonObject,
  world: { readonly project: HostedProject; readonly folder: string; readonly random: SeededRandom },
  { start = startHook, isTimed }: FaultsOptions,
): Promise<HookEnd> {
  const hook = await hookFault(name)(world, event);
  try {
    const limitMs = event.hook_event_name === 'PreToolUse' ? limitsMs.PreToolUse : limitsMs.others;
    const idle = isTimed
      ? endOf(spawn(process.execPath, ['-e', `setTimeout(() => {}, ${limitMs})`]))
      : undefined;
    const child = start(hook, world.project);
    const ended = endOf(child);
    const said = { text: '' };
    if (hook.isUnread) child.stdout?.destroy();
    child.stdout?.setEncoding('utf8').on('data', text => {
      said.text += String(text);
    });
    child.stdin?.on('error', () => {});
    const writing = write(child, hook, event);
    await hook.meanwhile?.(child);
    const allowedMs = (await idle?.then(({ atMs }) => atMs)) ?? performance.now() + limitMs;
    const hanging = setTimeout(() => child.kill('SIGKILL'), isTimed ? 3 * lateMs : 60_000);
    const { code, atMs } = await ended;
    clearTimeout(hanging);
    await writing;
    const isOfEvent = hook.stdin === undefined || isTold(hook.stdin, event);
    return { code, stdout: said.text, isOfEvent, ...(isTimed && { lateMs: atMs - allowedMs }) };
  } finally {
    if (hook.stdout !== undefined) closeSync(hook.stdout);
    await hook.after?.();
  }
}

/** Whether session and prompt arrived as they are, whatever else of the input was changed. */
function isTold(pieces: readonly (string | Buffer)[], event: JsonObject): boolean {
  const text = pieces.map(String).join('');
  const keys = ['session_id', 'prompt'] as const;
  return keys.every(key => text.includes(`${JSON.stringify(key)}:${JSON.stringify(event[key])}`));
}

const endOf = (child: ChildProcess): Promise<{ readonly code: number | null; readonly atMs: number }> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => resolve({ code, atMs: performance.now() }));
  });

async function write({ stdin }: ChildProcess, hook: FaultyHook, event: object): Promise<void> {
  const [first, ...others] = hook.stdin ?? [JSON.stringify(event)];
  if (first !== undefined) stdin?.write(first);
  for (const piece of others) {
    await sleep(hook.pauseMs ?? 0);
    stdin?.write(piece);
  }
  if (!hook.staysOpen) stdin?.end();
}

/** What another door was told is kept; nothing where it was refused. */
async function post(project: HostedProject, summary: string): Promise<string[]> {
  return project.call('ledger.post', { entry_type: 'finding', summary }).then(
    () => [summary],
    () => [],
  );
}

/** Of what was acknowledged what is not there, or more than once. */
async function missing(
  acknowledged: readonly string[],
  kept: () => Promise<readonly string[]>,
): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const one of await kept()) counts.set(one, (counts.get(one) ?? 0) + 1);
  return acknowledged.filter(one => counts.get(one) !== 1);
}

async function promptsOf(project: HostedProject): Promise<string[]> {
  const prompts: string[] = [];
  for (let from = 0; ; ) {
    const told = await project
      .call('flights.get', { session_id: 'faults', from, limit: 1000 })
      .catch(() => undefined);
    if (!isJsonObject(told) || !Array.isArray(told.entries)) return prompts;
    prompts.push(
      ...told.entries
        .filter(isJsonObject)
        .flatMap(({ prompt }) => (typeof prompt === 'string' ? [prompt] : [])),
    );
    if (typeof told.next !== 'number') return prompts;
    from = told.next;
  }
}

async function postsOf(project: HostedProject): Promise<string[]> {
  const told = await project.call('ledger.export');
  const files = isJsonObject(told) && Array.isArray(told.files) ? told.files.filter(isJsonObject) : [];
  const texts = files
    .filter(({ path }) => String(path).includes('blackboard.jsonl'))
    .map(({ content }) => String(content));
  return texts.flatMap(text =>
    [...text.matchAll(/"summary":\s*"([^"]*)"/g)].map(([, summary = '']) => summary),
  );
}

/** `npm run soak -- hook [--faults 1000] [--seed 1] [--only WORD]`: hooks under faults of all kinds, each beside a program that does nothing for as long as a hook may take. */
export async function soakHook(): Promise<FaultsResult & { readonly pass: boolean }> {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      faults: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
    },
  });
  const found = await sufferFaults({
    faults: Number(values.faults),
    seed: Number(values.seed),
    only: values.only,
    isTimed: true,
  });
  return { ...found, pass: found.harm.length + found.lost.length === 0 && found.acknowledged > 0 };
}
