import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { repository, runWeft } from '../support/run-weft.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { AcknowledgedWrites } from './acknowledged-writes.ts';
import { auditWrites, type Missing } from './audit-writes.ts';
import { type DamagedPage, damagePage } from './damage-page.ts';
import { judgeFlatness, type ResourceSample } from './judge-flatness.ts';
import { KilledServer, processFigures } from './killed-server.ts';
import { NoAnswer, StdioDoor } from './soak-doors.ts';
import { makeBackup, readersOf, readReports } from './soak-stores.ts';
import { doSomething, type SoakClient, sharedEngine } from './soak-work.ts';
import { ask, askRest, type SoakWorld } from './soak-world.ts';

/**
 * `npm run soak -- [server] [--minutes 120] [--clients 50] [--kill-every 60] [--damage-every 600] [--damage-after 600]
 * [--seed 1] [--think 5] [--keep]`:
 * clients work through every door while the server is killed and its database damaged; what was acknowledged is compared
 * with what is there after each start and at the end. `test/output/soak-*` tells the progress. Times are in seconds but for `--minutes`.
 */
const { values: given } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '120' },
    clients: { type: 'string', default: '50' },
    'kill-every': { type: 'string', default: '60' },
    'damage-every': { type: 'string', default: '600' },
    'damage-after': { type: 'string' },
    seed: { type: 'string', default: '1' },
    think: { type: 'string', default: '5' },
    keep: { type: 'boolean', default: false },
  },
});
const options = {
  minutes: Number(given.minutes),
  clients: Number(given.clients),
  killEverySeconds: Number(given['kill-every']),
  damageEverySeconds: Number(given['damage-every']),
  damageAfterSeconds: Number(given['damage-after'] ?? given['damage-every']),
  seed: Number(given.seed),
  thinkSeconds: Number(given.think),
};

const output = join(repository, 'test/output');
const files = {
  progress: join(output, 'soak-progress.jsonl'),
  acknowledged: join(output, 'soak-acknowledged.jsonl'),
  serverLog: join(output, 'soak-server.log'),
  result: join(output, 'soak-result.json'),
};

interface SoakState {
  readonly world: SoakWorld;
  readonly clients: readonly SoakClient[];
  readonly began: number;
  readonly endsAt: number;
  calls: number;
  /** Calls without a good answer, by code. */
  readonly failures: Map<string, number>;
  readonly failureExamples: Map<string, string>;
  readonly lost: Missing[];
  readonly told: Missing[];
  readonly unreadable: string[];
  /** Reads that met damage, said so, and were answered when they were asked again. */
  readonly toldReads: string[];
  readonly wrongCounts: string[];
  readonly damaged: (DamagedPage & { readonly atMinutes: number })[];
  readonly stdioSamples: ResourceSample[];
  compared: number;
  audits: number;
  backups: number;
}

const elapsedMs = ({ began }: SoakState): number => performance.now() - began;
const hasTime = ({ endsAt }: SoakState): boolean => performance.now() < endsAt;

async function prepare(): Promise<SoakState> {
  mkdirSync(output, { recursive: true });
  for (const file of Object.values(files)) writeFileSync(file, '');
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'weft-soak-')));
  const project = join(home, 'project');
  const userDataDir = join(home, 'user-data');
  const stdin = JSON.stringify({ path: project });
  await runWeft(['call', 'project.createSample', '-'], { cwd: home, userDataDir, stdin });
  const token = `soak-${'x'.repeat(40)}`;
  const port = await freePort();
  const server = new KilledServer({ project, userDataDir, token, port, logFile: files.serverLog });
  const command = join(repository, 'dist/cli.js');
  const stdio = [1, 2].map(() => new StdioDoor(command, project, userDataDir));
  const world: SoakWorld = {
    server,
    token,
    project,
    userDataDir,
    random: createSeededRandom(options.seed),
    writes: new AcknowledgedWrites(files.acknowledged),
    stdio,
    shared: { acknowledged: 0, unanswered: 0 },
  };
  await server.start();
  for (const door of stdio) await door.open();
  const engine = { id: sharedEngine, name: sharedEngine, description: '0', enabled: false, rules: [] };
  await askRest(world, 'POST', '/context-rule-engine', engine);
  const began = performance.now();
  return {
    world,
    clients: Array.from({ length: options.clients }, (_, at) => ({ number: at + 1, made: 0, decisions: [] })),
    began,
    endsAt: began + options.minutes * 60_000,
    calls: 0,
    failures: new Map(),
    failureExamples: new Map(),
    lost: [],
    told: [],
    unreadable: [],
    toldReads: [],
    wrongCounts: [],
    damaged: [],
    stdioSamples: [],
    compared: 0,
    audits: 0,
    backups: 0,
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  await new Promise(resolve => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A client thinks, does something, and goes on whatever came of it. */
async function beClient(state: SoakState, client: SoakClient): Promise<void> {
  const { world } = state;
  while (hasTime(state)) {
    await sleep(world.random.between(0, 2000 * options.thinkSeconds));
    if (!world.server.isUp) continue;
    state.calls += 1;
    try {
      await doSomething(world, client);
    } catch (error) {
      const code = error instanceof NoAnswer ? error.code : 'harness';
      state.failures.set(code, (state.failures.get(code) ?? 0) + 1);
      state.failureExamples.set(code, String(error).slice(0, 400));
    }
  }
}

/** Kills and damages, each in its time; after each start everything is compared. */
async function beFate(state: SoakState): Promise<void> {
  const { world } = state;
  let nextDamage = options.damageAfterSeconds * 1000;
  while (hasTime(state)) {
    await sleep(Math.min(options.killEverySeconds * 1000, Math.max(0, state.endsAt - performance.now())));
    if (!hasTime(state)) return;
    await world.server.kill();
    if (elapsedMs(state) >= nextDamage) {
      nextDamage += options.damageEverySeconds * 1000;
      const page = damagePage(join(world.project, '.codebolt/weft/weft.sqlite'), world.random);
      if (page) state.damaged.push({ ...page, atMinutes: Math.round(elapsedMs(state) / 6000) / 10 });
    }
    await startAgain(state);
    await audit(state).catch((error: unknown) => state.unreadable.push(`audit: ${String(error)}`));
    tellProgress(state);
  }
}

async function startAgain({ world, failures }: SoakState): Promise<void> {
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    try {
      return await world.server.start();
    } catch (error) {
      failures.set('start', (failures.get('start') ?? 0) + 1);
      appendFileSync(files.serverLog, `start failed: ${String(error)}\n`);
      await sleep(1000);
    }
  }
  throw new Error('the server does not start any more');
}

async function audit(state: SoakState): Promise<void> {
  const { world, clients } = state;
  const mostMade = () => Math.max(...clients.map(({ made }) => made));
  const readers = readersOf(world, clients.length, mostMade);
  const { compared, lost, told, unreadable, toldReads } = await auditWrites(world.writes, readers, () =>
    readReports(world),
  );
  state.audits += 1;
  state.compared += compared;
  state.lost.push(...lost);
  state.told.push(...told);
  state.unreadable.push(...unreadable);
  state.toldReads.push(...toldReads);
  await countShared(state);
}

/** The engine that everybody counts up holds each acknowledged count, and no more than was sent. */
async function countShared({ world, wrongCounts }: SoakState): Promise<void> {
  const least = world.shared.acknowledged;
  const { engine } = await ask(world, 'engines.get', { id: sharedEngine });
  const count = Number(engine.description);
  const most = world.shared.acknowledged + world.shared.unanswered;
  if (count >= least && count <= most) return;
  wrongCounts.push(`${count} in the shared engine, ${least} to ${most} expected`);
}

async function watchResources(state: SoakState): Promise<void> {
  const { world, stdioSamples } = state;
  while (hasTime(state)) {
    await sleep(Math.min(5000, Math.max(0, state.endsAt - performance.now())));
    world.server.sample();
    for (const { pid } of world.stdio) {
      const taken = pid === null ? undefined : processFigures(pid);
      if (taken) stdioSamples.push({ atMs: elapsedMs(state), ageMs: elapsedMs(state), ...taken });
    }
  }
}

/** As a user's daily backup, only more often. */
async function backUp(state: SoakState): Promise<void> {
  const everyMs = (options.damageEverySeconds * 1000) / 2;
  while (hasTime(state)) {
    await sleep(Math.min(everyMs, Math.max(0, state.endsAt - performance.now())));
    if (!state.world.server.isUp) await sleep(5000);
    try {
      if (await makeBackup(state.world)) state.backups += 1;
    } catch (error) {
      state.failures.set('backup', (state.failures.get('backup') ?? 0) + 1);
      state.failureExamples.set('backup', String(error).slice(0, 400));
    }
  }
}

function figuresOf(state: SoakState) {
  const { world, lost, told, unreadable, toldReads, wrongCounts, damaged, failures, failureExamples } = state;
  const { samples, startsMs, kills, crashes } = world.server;
  const settledMs = (options.killEverySeconds * 1000) / 3;
  const memory = judgeFlatness(samples, 'rssMb', { slack: 8, settledMs });
  const descriptors = judgeFlatness(samples, 'descriptors', { slack: 4, settledMs });
  const stdioMemory = judgeFlatness(state.stdioSamples, 'rssMb', { slack: 8, settledMs });
  const isWhole = lost.length + unreadable.length + wrongCounts.length === 0;
  return {
    options,
    minutes: Math.round(elapsedMs(state) / 6000) / 10,
    calls: state.calls,
    ...world.writes.counts,
    shared: world.shared,
    kills,
    crashes,
    slowest_start_ms: Math.round(Math.max(0, ...startsMs)),
    damaged,
    backups: state.backups,
    audits: state.audits,
    compared: state.compared,
    lost: lost.length,
    told: told.length,
    lost_examples: lost.slice(0, 20),
    told_examples: told.slice(0, 5),
    unreadable,
    told_reads: toldReads,
    wrong_counts: wrongCounts,
    failures: Object.fromEntries(failures),
    failure_examples: Object.fromEntries(failureExamples),
    memory,
    descriptors,
    stdio_memory: stdioMemory,
    curve: curveOf(samples),
    database_mb: Math.round(statSync(join(world.project, '.codebolt/weft/weft.sqlite')).size / 1e5) / 10,
    pass: isWhole && crashes === 0 && memory.isFlat && descriptors.isFlat && stdioMemory.isFlat,
  };
}

/** The most in each tenth of the run: minutes, megabytes, descriptors. */
function curveOf(
  samples: readonly ResourceSample[],
): { minute: number; rssMb: number; descriptors: number }[] {
  const tenthMs = (options.minutes * 60_000) / 10;
  return Array.from({ length: 10 }, (_, at) => {
    const within = samples.filter(({ atMs }) => Math.floor(atMs / tenthMs) === at);
    const most = (figure: 'rssMb' | 'descriptors') => Math.max(0, ...within.map(sample => sample[figure]));
    return {
      minute: Math.round(((at + 1) * tenthMs) / 6000) / 10,
      rssMb: most('rssMb'),
      descriptors: most('descriptors'),
    };
  });
}

function tellProgress(state: SoakState): void {
  const { curve, ...figures } = figuresOf(state);
  const now = state.world.server.samples.at(-1);
  appendFileSync(files.progress, `${JSON.stringify({ at: new Date().toISOString(), now, ...figures })}\n`);
}

/** Works until the time is over, and tells what became of it. */
export async function soakServer(): Promise<{ readonly pass: boolean }> {
  const state = await prepare();
  const { world } = state;
  await Promise.all([
    beFate(state),
    watchResources(state),
    backUp(state),
    ...state.clients.map(client => beClient(state, client)),
  ]);
  if (!world.server.isUp) await startAgain(state);
  await audit(state);
  const result = figuresOf(state);
  for (const door of world.stdio) await door.close();
  await world.server.stop();
  writeFileSync(files.result, JSON.stringify(result, null, 2));
  if (!given.keep && result.pass) rmSync(join(world.project, '..'), { recursive: true, force: true });
  return result;
}
