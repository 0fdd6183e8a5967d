import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { askHost, findHost } from '../../../electron/host/join-host.ts';
import { callThere } from '../../../electron/host/running-weft.ts';
import { buildStale } from '../../../electron/launch/build-stale.ts';
import { allTargets } from '../../../electron/launch/targets.ts';
import { StdioDoor } from '../../soak/soak-doors.ts';
import { writeRecords } from '../ledger/first-answer.ts';
import { median, quantile } from '../measure.ts';
import { usageOf } from '../serve/load.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';

const goals = { warmP95Ms: 3, callTimes: 1.6, coldMs: 1500, ledgerMs: 1000, restMb: 120 } as const;
const rounds = 30;
const warmCalls = 1000;
const ledgerRecords = 110_000;
/** A host rests after five seconds, which it looks for every five. */
const restMs = 12_000;

export interface HostResult {
  /** Milliseconds of the smallest procedure, from a process that runs already. */
  readonly warm: { readonly p50: number; readonly p95: number };
  /** Whole processes, in turn, in milliseconds: nothing at all, a call with a host, and one without. */
  readonly processes: { readonly nothing: number; readonly hosted: number; readonly alone: number };
  readonly coldMs: number;
  /** The same on a project of 110,000 records, which it assembles of, with the start of the host, and without one. */
  readonly ledger: { readonly hosted: number; readonly alone: number };
  /** Millions of bytes: of the host at rest and behind its calls, and of the process of an agent, with a host and without one. */
  readonly memory: {
    readonly rest: number;
    readonly busy: number;
    readonly agent: number;
    readonly agentAlone: number;
  };
  readonly pass: boolean;
}

/** `npm run bench -- host`: what the host of a project costs, beside programs without one. */
export async function benchHost(print: (line: string) => void): Promise<HostResult> {
  const repository = join(import.meta.dirname, '../../..');
  await buildStale(repository, allTargets);
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'weft-host-bench-')));
  const [project, userDataDir] = [join(home, 'project'), join(home, 'user')];
  await makeSample(userDataDir, project);
  const run = (values: readonly string[], host: 'on' | 'off' = 'on', cwd = project): number => {
    const start = performance.now();
    const env = { ...process.env, WEFT_USER_DATA: userDataDir, WEFT_HOST: host };
    const ended = spawnSync(process.execPath, values, { cwd, env, stdio: 'ignore' });
    if (ended.status !== 0) throw new Error(`${values.join(' ')} ended with ${ended.status}`);
    return performance.now() - start;
  };
  const command = join(repository, 'dist/cli.cjs');
  const call = [command, 'call', 'embedders.list'];
  try {
    const coldMs = run(call);
    const found = await findHost(userDataDir, project);
    if (found === undefined) throw new Error('no host was started');
    const times = { nothing: [] as number[], hosted: [] as number[], alone: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.nothing.push(run(['-e', '0']));
      times.hosted.push(run(call));
      times.alone.push(run(call, 'off'));
    }
    const warm: number[] = [];
    for (let at = 0; at < warmCalls; at += 1) {
      const start = performance.now();
      await callThere(found.way, { door: 'cli', access: 'write' }, 'embedders.list', {});
      warm.push(performance.now() - start);
    }
    const memoryMb = async (): Promise<number> =>
      Number((await askHost(found.way, 'status', 5000))?.memory_bytes) / 1e6;
    const busy = await memoryMb();
    const agent = await agentMemory(command, project, userDataDir, 'on');
    const agentAlone = await agentMemory(command, project, userDataDir, 'off');
    await sleep(restMs);
    const memory = { rest: await memoryMb(), busy, agent, agentAlone };
    const processes = {
      nothing: median(times.nothing),
      hosted: median(times.hosted),
      alone: median(times.alone),
    };
    const ledger = await benchLedgerStart(join(home, 'ledger'), (values, cwd, host) =>
      run([command, ...values], host, cwd),
    );
    const result = {
      warm: { p50: median(warm), p95: quantile(warm, 0.95) },
      processes,
      coldMs,
      ledger,
      memory,
    };
    return { ...result, pass: tell(print, result) };
  } finally {
    run([command, 'host', 'stop']);
    rmSync(home, { recursive: true, force: true });
  }
}

/** What `weft mcp` takes once it has answered. */
async function agentMemory(
  command: string,
  project: string,
  userDataDir: string,
  host: 'on' | 'off',
): Promise<number> {
  const agent = new StdioDoor(command, project, userDataDir, host);
  await agent.open();
  try {
    await agent.ask('twining_list', { limit: 1 });
    return (usageOf(agent.pid ?? 0).rssMb * 1024 * 1024) / 1e6;
  } finally {
    await agent.close();
  }
}

async function makeSample(userDataDir: string, path: string): Promise<void> {
  const app = startBenchApp(userDataDir);
  try {
    await callApp(app, 'project.createSample', { path });
  } finally {
    await app.close();
  }
}

/** The middle of three first answers, each of a host that the call itself has started, and of as many without one. */
async function benchLedgerStart(
  home: string,
  run: (values: readonly string[], cwd: string, host: 'on' | 'off') => number,
): Promise<HostResult['ledger']> {
  await writeRecords(home, ledgerRecords);
  const project = join(home, 'project');
  const input = join(home, 'input.json');
  writeFileSync(input, JSON.stringify({ task: 'speed up the import of large files', scope: 'project' }));
  const ask = (host: 'on' | 'off') => run(['call', 'ledger.assemble', input], project, host);
  const times = Array.from({ length: 3 }, () => {
    const hosted = ask('on');
    run(['host', 'stop'], project, 'on');
    return { hosted, alone: ask('off') };
  });
  return {
    hosted: median(times.map(({ hosted }) => hosted)),
    alone: median(times.map(({ alone }) => alone)),
  };
}

function tell(print: (line: string) => void, result: Omit<HostResult, 'pass'>): boolean {
  const { warm, processes, coldMs, ledger, memory } = result;
  const [hosted, alone] = [processes.hosted / processes.nothing, processes.alone / processes.nothing];
  const lines: readonly (readonly [string, boolean])[] = [
    [
      `warm call, p50 ${warm.p50.toFixed(2)} ms, p95 ${warm.p95.toFixed(2)} ms (goal ${goals.warmP95Ms}); each by a program without a host ${Math.round(processes.alone)} ms`,
      warm.p95 <= goals.warmP95Ms,
    ],
    [
      `weft call, whole process: ${hosted.toFixed(2)} times "node -e 0" (goal ${goals.callTimes}); without a host ${alone.toFixed(2)} times`,
      hosted <= goals.callTimes,
    ],
    [
      `first call, which starts the host: ${Math.round(coldMs)} ms (goal ${goals.coldMs}); without a host ${Math.round(processes.alone)} ms`,
      coldMs <= goals.coldMs,
    ],
    [
      `the same with ${ledgerRecords} records of the ledger, assembled: ${Math.round(ledger.hosted)} ms (goal ${goals.ledgerMs}); without a host ${Math.round(ledger.alone)} ms each time`,
      ledger.hosted <= goals.ledgerMs,
    ],
    [
      `host at rest: ${Math.round(memory.rest)} MB (goal ${goals.restMb}), behind ${warmCalls} calls ${Math.round(memory.busy)}; the process of an agent beside it ${Math.round(memory.agent)} MB, without a host ${Math.round(memory.agentAlone)} MB`,
      memory.rest <= goals.restMb,
    ],
  ];
  for (const [line, reached] of lines) print(`${line}${reached ? '' : ', missed'}`);
  return lines.every(([, reached]) => reached);
}
