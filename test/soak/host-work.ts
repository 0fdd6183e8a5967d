import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../shared/model/json.ts';
import { quantile } from '../bench/measure.ts';
import { type HostedProject, isThere } from '../support/hosted-project.ts';
import { repository, runWeft, type WeftPlace } from '../support/run-weft.ts';
import type { OpenDoor } from './open-doors.ts';
import { StdioDoor } from './soak-doors.ts';

// Work of many programs at one project, whose host may be killed meanwhile. `isAlone`: each works without a host, which
// is the control. What it should come to: docs/reference/host.md.

export interface WorkOptions {
  readonly isAlone?: boolean;
}

const placeOf = ({ place }: HostedProject, { isAlone = false }: WorkOptions): WeftPlace => ({
  ...place,
  env: { ...place.env, ...(isAlone && { WEFT_HOST: 'off' }) },
});

/** The text of an entry or decision that a door was told is kept. */
const textsOf = async (project: HostedProject, list: 'entries' | 'decisions'): Promise<string[]> => {
  const told = await project.call('ledger.export'); // its files are one JSON line a record
  const files = isJsonObject(told) && Array.isArray(told.files) ? told.files.filter(isJsonObject) : [];
  const name = list === 'entries' ? 'blackboard.jsonl' : 'decisions';
  return files
    .filter(({ path }) => String(path).includes(name))
    .flatMap(({ content }) =>
      [...String(content).matchAll(/"summary":\s*"([^"]*)"/g)].map(([, text = '']) => text),
    );
};

export interface OpeningResult {
  readonly refused: readonly string[];
  readonly lost: number;
  /** Processes that were its host. */
  readonly hosts: number;
}

/** So many commands at the same moment, on a project that nobody has open. */
export async function openAtOnce(
  project: HostedProject,
  doors: number,
  options: WorkOptions = {},
): Promise<OpeningResult> {
  const summaries = Array.from({ length: doors }, (_, at) => `opened by ${at}.`);
  const runs = await Promise.all(
    summaries.map(summary =>
      runWeft(['call', 'ledger.post', '-'], {
        ...placeOf(project, options),
        stdin: JSON.stringify({ entry_type: 'finding', summary }),
      }),
    ),
  );
  const hosts = (await project.hostPids()).length;
  const kept = await textsOf(project, 'entries');
  return {
    refused: runs
      .filter(({ code }) => code !== 0)
      .map(({ stdout, stderr }) => `${stdout}${stderr}`.slice(0, 300)),
    lost: summaries.filter(summary => kept.filter(text => text === summary).length !== 1).length,
    hosts,
  };
}

export interface AgentsResult {
  readonly posts: number;
  readonly refused: readonly string[];
  /** Not in the ledger exactly once. */
  readonly lost: number;
  /** Of one post, as its agent sees it, in milliseconds. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Of the studio beside them. */
  readonly edits: number;
}

export interface AgentsOptions extends WorkOptions {
  readonly agents: number;
  readonly postsEach: number;
  /** Between two posts of an agent: it thinks. */
  readonly pauseMs: number;
  /** Edits a definition again and again meanwhile. */
  readonly studio?: OpenDoor;
}

/** Agents of the protocol's own client over stdio, which post at the same time. */
export async function postByAgents(project: HostedProject, options: AgentsOptions): Promise<AgentsResult> {
  const { agents, postsEach, pauseMs, studio, isAlone = false } = options;
  const doors = Array.from(
    { length: agents },
    () =>
      new StdioDoor(`${repository}/dist/cli.js`, project.folder, project.userDataDir, isAlone ? 'off' : 'on'),
  );
  const state = { isOver: false, edits: 0 };
  const [refused, times]: [string[], number[]] = [[], []];
  try {
    for (const door of doors) await door.open();
    const editing = (async () => {
      for (let number = 1; studio !== undefined && !state.isOver; number += 1) {
        try {
          await studio.define(`definition studio ${String(number).padStart(6, '0')}`);
          state.edits += 1;
        } catch (error) {
          refused.push(`the studio: ${String(error).slice(0, 300)}`);
        }
        await sleep(500);
      }
    })();
    await Promise.all(
      doors.map(async (door, at) => {
        // Not all at the same moment.
        await sleep((pauseMs * at) / agents);
        for (let number = 0; number < postsEach; number += 1) {
          const start = performance.now();
          try {
            await door.ask('twining_post', { entry_type: 'finding', summary: `posted by ${at}: ${number}.` });
            times.push(performance.now() - start);
          } catch (error) {
            refused.push(String(error).slice(0, 300));
          }
          await sleep(pauseMs);
        }
      }),
    );
    state.isOver = true;
    await editing;
  } finally {
    for (const door of doors) await door.close();
  }
  const counts = new Map<string, number>();
  for (const text of await textsOf(project, 'entries')) counts.set(text, (counts.get(text) ?? 0) + 1);
  const posted = Array.from({ length: agents * postsEach }, (_, at) => {
    const agent = Math.floor(at / postsEach);
    return `posted by ${agent}: ${at % postsEach}.`;
  });
  return {
    posts: posted.length,
    refused,
    lost: posted.filter(text => counts.get(text) !== 1).length,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    edits: state.edits,
  };
}

export interface FeedsResult {
  readonly acknowledged: number;
  readonly refused: readonly string[];
  readonly kills: number;
  /** Decisions that were acknowledged and are not there exactly once. */
  readonly miscounted: number;
  /** Calls of a tool that the session counts beyond those acknowledged, or fewer. */
  readonly callsOff: number;
  /** What was said beside the answers; that a feeder had to work without a host is said once by each. */
  readonly complaints: readonly string[];
}

export interface FeedsOptions extends WorkOptions {
  readonly feeders: number;
  readonly linesEach: number;
  /** After it has started; later where it has answered nobody by then. */
  readonly killEveryMs: number;
}

/** Processes that feed the health of one session, while its host is killed again and again. */
export async function feedHealth(project: HostedProject, options: FeedsOptions): Promise<FeedsResult> {
  const { feeders, linesEach, killEveryMs } = options;
  const state = { isOver: false, kills: 0, answers: 0 };
  const killing = options.isAlone === true ? undefined : keepKilling(project, state, killEveryMs);
  const runs = await Promise.all(
    Array.from({ length: feeders }, (_, feeder) => {
      const lines = Array.from({ length: linesEach }, (_, line) =>
        JSON.stringify({ tool: 'read', decisions: [`decision ${feeder}-${line}`] }),
      );
      const stdin = `${lines.join('\n')}\n`;
      const place = { ...placeOf(project, options), stdin };
      return runWeft(['health', '--session', 'shared'], place, () => {
        state.answers += 1;
      });
    }),
  );
  state.isOver = true;
  await killing;
  const replies = runs.flatMap(({ stdout }, feeder) =>
    stdout
      .trim()
      .split('\n')
      .map((text, line) => ({ text, decision: `decision ${feeder}-${line}` })),
  );
  const isGood = (text: string): boolean => {
    const reply: unknown = JSON.parse(text || 'null');
    return isJsonObject(reply) && reply.ok === true;
  };
  const acknowledged = replies.filter(({ text }) => isGood(text)).map(({ decision }) => decision);
  const { decisions, calls } = await sessionOf(project);
  const counts = new Map<string, number>();
  for (const decision of decisions) counts.set(decision, (counts.get(decision) ?? 0) + 1);
  return {
    acknowledged: acknowledged.length,
    refused: replies.filter(({ text }) => !isGood(text)).map(({ text }) => text.slice(0, 200)),
    kills: state.kills,
    miscounted: acknowledged.filter(decision => counts.get(decision) !== 1).length,
    callsOff: calls - acknowledged.length,
    complaints: runs
      .map(({ stderr }) => stderr.replace(/^weft: works without the host [^\n]*\n/, ''))
      .filter(text => text !== ''),
  };
}

async function keepKilling(
  project: HostedProject,
  state: { isOver: boolean; kills: number; readonly answers: number },
  everyMs: number,
): Promise<void> {
  while (!state.isOver) {
    const before = await project.hostPids();
    const { answers } = state;
    const alive = before.filter(isThere);
    for (const pid of alive) process.kill(pid, 'SIGKILL');
    state.kills += alive.length;
    // The next one is killed once it is there.
    while (!state.isOver && (await project.hostPids()).length === before.length) await sleep(20);
    await sleep(everyMs);
    // Where the machine is so busy that it has answered nobody yet, nothing would ever be done.
    while (!state.isOver && state.answers === answers) await sleep(20);
  }
}

async function sessionOf(
  project: HostedProject,
): Promise<{ readonly decisions: string[]; readonly calls: number }> {
  const report = await project.call('health.report', { session_id: 'shared' });
  const session: JsonObject = isJsonObject(report) && isJsonObject(report.session) ? report.session : {};
  const notes =
    isJsonObject(session.notes) && Array.isArray(session.notes.decisions) ? session.notes.decisions : [];
  const counts = isJsonObject(session.tool_calls) ? Object.values(session.tool_calls) : [];
  return { decisions: notes.map(String), calls: counts.reduce<number>((sum, one) => sum + Number(one), 0) };
}

export interface ContradictionsResult {
  readonly pairs: number;
  readonly refused: readonly string[];
  /** Pairs of which not exactly one named the other. */
  readonly unnamed: number;
}

/** Two agents that decide against each other, each pair at the same moment. */
export async function contradict(
  project: HostedProject,
  { pairs, isAlone = false }: WorkOptions & { readonly pairs: number },
): Promise<ContradictionsResult> {
  const doors = (['left', 'right'] as const).map(
    side =>
      [
        side,
        new StdioDoor(
          `${repository}/dist/cli.js`,
          project.folder,
          project.userDataDir,
          isAlone ? 'off' : 'on',
        ),
      ] as const,
  );
  const refused: string[] = [];
  let unnamed = 0;
  try {
    for (const [, door] of doors) await door.open();
    for (let at = 0; at < pairs; at += 1) {
      const found = await Promise.all(
        doors.map(async ([side, door]) => {
          try {
            const made = await door.ask('twining_decide', {
              domain: 'storage',
              scope: `src/part-${at}/`,
              summary: `keep the sessions of part ${at} in ${side === 'left' ? 'Postgres' : 'Redis'}`,
              rationale: 'because',
            });
            return Array.isArray(made.conflicts) ? made.conflicts.length : 0;
          } catch (error) {
            refused.push(String(error).slice(0, 300));
            return 0;
          }
        }),
      );
      // Whichever came second names the first.
      if (found.reduce((sum, count) => sum + count, 0) !== 1) unnamed += 1;
    }
  } finally {
    for (const [, door] of doors) await door.close();
  }
  return { pairs, refused, unnamed };
}
