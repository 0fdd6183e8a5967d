import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStale } from '../../../electron/launch/build-stale.ts';
import type { App } from '../../../electron/services/app/app.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import { buildWorkload, memoryCount } from '../assembly/workload.ts';
import { median, quantile } from '../measure.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';

const items = 100_000;
const ruleCount = 100;
const rounds = 60;
/** Not measured: the host compiles what it runs often, and the disk's pages come into memory. */
const warmUps = 10;

/** Times `node -e 0` of the same run, at p95. */
const goals = { PreToolUse: 1.5, PostToolUse: 1.5, UserPromptSubmit: 3 } as const;
type Event = keyof typeof goals;

/** Whole processes in milliseconds. */
interface Spread {
  readonly p50: number;
  readonly p95: number;
}

export interface HookResult {
  readonly nothing: Spread;
  readonly events: Readonly<Record<Event, Spread & { readonly times: number; readonly timesP50: number }>>;
  readonly pass: boolean;
}

/**
 * `npm run bench -- hook`: whole processes of `weft hook` with a warm host, in turn with `node -e 0`; the project has
 * 100 rules and 100,000 items, of which each prompt is given what eight of them find.
 */
export async function benchHook(print: (line: string) => void): Promise<HookResult> {
  const repository = join(import.meta.dirname, '../../..');
  await buildStale(repository, ['node', 'hook']);
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'weft-hook-bench-')));
  const [project, userDataDir] = [join(home, 'project'), join(home, 'user')];
  const env = { ...process.env, WEFT_USER_DATA: userDataDir, WEFT_HOST: 'on' };
  const run = (values: readonly string[], input = '') => {
    const start = performance.now();
    const { status, stdout } = spawnSync(process.execPath, values, { cwd: project, env, input });
    const ms = performance.now() - start;
    if (status !== 0) throw new Error(`${values.join(' ')} ended with ${status}`);
    return { ms, said: stdout.toString() };
  };
  const command = join(repository, 'dist/cli.cjs');
  try {
    const prompts = await makeProject(project, userDataDir);
    run([command, 'call', 'project.info']);
    const given = { nothing: 0 };
    const times = { nothing: [] as number[], ...eachEvent(() => [] as number[]) };
    for (let round = -warmUps; round < rounds; round += 1) {
      const told = eventsOf(project, round + warmUps, prompts());
      const nothing = run(['-e', '0']).ms;
      for (const event of eventNames) {
        const { ms, said } = run([command, 'hook'], JSON.stringify(told[event]));
        // Each of them is given something; one that gives up has waited for as long as it may.
        if (!said.includes('additionalContext')) given.nothing += 1;
        if (round >= 0) times[event].push(ms);
      }
      if (round >= 0) times.nothing.push(nothing);
    }
    if (given.nothing > 0) print(`${given.nothing} of all events were given nothing: ${logOf(userDataDir)}`);
    return tell(print, times);
  } finally {
    run([command, 'host', 'stop']);
    rmSync(home, { recursive: true, force: true });
  }
}

const eventNames = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit'] as const satisfies readonly Event[];

const eachEvent = <Value>(make: () => Value): Record<Event, Value> => ({
  PreToolUse: make(),
  PostToolUse: make(),
  UserPromptSubmit: make(),
});

function logOf(userDataDir: string): string {
  const log = join(userDataDir, 'hook.log');
  return existsSync(log)
    ? readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' ')
    : 'no word in the log';
}

/** What Claude Code tells, of a session of its own each time: a warning is given once a session. */
function eventsOf(project: string, round: number, prompt: string): Record<Event, object> {
  const about = { session_id: `bench-${round}`, cwd: project, transcript_path: join(project, 'none.jsonl') };
  const tool_input = { file_path: join(project, 'src/seats.ts'), old_string: 'a', new_string: 'b' };
  const tool = { tool_name: 'Edit', tool_input, tool_use_id: `call-${round}` };
  return {
    PreToolUse: { ...about, hook_event_name: 'PreToolUse', ...tool },
    PostToolUse: { ...about, hook_event_name: 'PostToolUse', ...tool, tool_response: 'x'.repeat(2000) },
    UserPromptSubmit: { ...about, hook_event_name: 'UserPromptSubmit', prompt },
  };
}

/** A project with all that is asked for; gives prompts, each like no other. */
async function makeProject(project: string, userDataDir: string): Promise<() => string> {
  await inProject(userDataDir, app => callApp(app, 'project.open', { path: project, create: true }));
  const { memories, content, nextRequest } = await buildWorkload(project, items);
  await content.close();
  await inProject(userDataDir, async app => {
    await callApp(app, 'project.open', { path: project });
    const [first] = memories;
    if (first === undefined) throw new Error('the workload has memories');
    const told = {
      pipeline: [{ type: 'static' as const, params: { items: ['Seats are counted from zero.'] } }],
    };
    const seats = { ...first, id: 'seats', label: 'Seats', retrieval: told };
    for (const memory of [...memories, seats]) await callApp(app, 'memories.create', { memory });
    await callApp(app, 'engines.create', { engine: engine() });
    for (let at = 0; at < 100; at += 1)
      await callApp(app, 'ledger.post', {
        entry_type: 'warning',
        summary: `Seats of row ${at} are sold twice a year`,
        scope: at === 0 ? 'src/seats.ts' : `src/row-${at}.ts`,
      });
  });
  // The workload's own requests have this shape.
  const words = () => (nextRequest() as { input: { text: string } }).input.text;
  return () => `Look at ${words()} and see why ${words()} differs from ${words()}.`;
}

async function inProject(userDataDir: string, work: (app: App) => Promise<unknown>): Promise<void> {
  const app = startBenchApp(userDataDir);
  try {
    await work(app);
  } finally {
    await app.close();
  }
}

/** Eight rules speak with every prompt, one of a file that was changed, the others of what this agent never does. */
function engine(): ContextRuleEngine {
  return {
    id: 'rules',
    name: 'Rules',
    description: '',
    enabled: true,
    rules: Array.from({ length: ruleCount }, (_, at) => ({
      id: `rule-${at}`,
      name: `Rule ${at}`,
      when:
        at === memoryCount
          ? [{ field: 'addVar.file', operator: 'ends_with' as const, value: '.ts' }]
          : [
              {
                field: 'addVar.event',
                operator: 'eq' as const,
                value: at < memoryCount ? 'prompt' : `event-${at}`,
              },
              { field: 'scope.agent.agent_type', operator: 'in' as const, value: ['claude-code', 'codex'] },
            ],
      then: { add_memories: [at === memoryCount ? 'seats' : `memory-${at % memoryCount}`] },
    })),
  };
}

function tell(
  print: (line: string) => void,
  times: Readonly<Record<Event | 'nothing', readonly number[]>>,
): HookResult {
  const nothing = spreadOf(times.nothing);
  print(`node -e 0: p50 ${nothing.p50.toFixed(1)} ms, p95 ${nothing.p95.toFixed(1)} ms`);
  const of = (event: Event) => {
    const spread = spreadOf(times[event]);
    const found = { ...spread, times: spread.p95 / nothing.p95, timesP50: spread.p50 / nothing.p50 };
    print(
      `${event}: p50 ${spread.p50.toFixed(1)} ms, ${found.timesP50.toFixed(2)} times; p95 ${spread.p95.toFixed(1)} ms, ${found.times.toFixed(2)} times (goal ${goals[event]})${found.times <= goals[event] ? '' : ', missed'}`,
    );
    return found;
  };
  const events = {
    PreToolUse: of('PreToolUse'),
    PostToolUse: of('PostToolUse'),
    UserPromptSubmit: of('UserPromptSubmit'),
  };
  return { nothing, events, pass: eventNames.every(event => events[event].times <= goals[event]) };
}

const spreadOf = (times: readonly number[]): Spread => ({ p50: median(times), p95: quantile(times, 0.95) });
