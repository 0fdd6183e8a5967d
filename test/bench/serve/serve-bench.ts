import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { repository, waitForOutput } from '../../support/run-weft.ts';
import { median, quantile } from '../measure.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';
import { ask, load, type Target, usageOf } from './load.ts';

const goals = {
  evaluateShare: 0.4,
  evaluateP50Times: 2.5,
  assembleShare: 0.15,
  assembleP95Ms: 5,
  manyFilesTimes: 1.2,
  readyMs: 4000,
  rssMb: 200,
} as const;

/** Bare and Weft in turns, so that what else the machine does meets both. */
const rounds = 5;
const requests = { one: 400, many: 1600 } as const;
const connections = 16;
const files = { few: 20, many: 20_000 } as const;
const longRequests = 100_000;

const request = {
  scope_variables: { project: { project_id: 'weft' }, agent: { agent_id: 'a', agent_type: 'developer' } },
  additional_variables: { phase: 'planning', iteration: 2 },
  input: { text: 'how is a release made' },
};
const paths = {
  evaluate: '/context-assembly/evaluate-rules',
  assemble: '/context-assembly/assemble',
} as const;

interface Comparison {
  /** Requests a second beside those of the bare server, at sixteen connections. */
  readonly share: number;
  readonly perSecond: number;
  readonly barePerSecond: number;
  /** At one connection, and beside the bare server. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p50Times: number;
  /** Processor time of the server for one request, and beside the bare server. */
  readonly cpuMs: number;
  readonly cpuTimes: number;
}

/**
 * `npm run bench -- serve`: the built server beside a bare `node:http` server that answers the same JSON. With `--beside`
 * the built server of another checkout is measured in turn with both; `--only memory` and the like measure a part,
 * `--long` asks 100,000 times for the memory.
 */
export async function benchServe(
  print: (line: string) => void,
  {
    isLong,
    only,
    beside,
  }: { readonly isLong: boolean; readonly only: string; readonly beside?: string | undefined },
) {
  const home = await mkdtemp(join(tmpdir(), 'weft-serve-bench-'));
  const programs = { now: repository, ...(beside !== undefined && { before: resolve(beside) }) };
  const isWanted = (part: string) => part.includes(only);
  try {
    const sample = join(home, 'sample');
    await makeSample(home, sample);
    const found: Record<string, unknown> = {};
    const passes: boolean[] = [];
    for (const [state, program] of Object.entries(programs)) {
      const say = (line: string): void => print(`${state}: ${line}`);
      const results = [
        ...(await benchSample(say, {
          program,
          project: sample,
          user: join(home, `user-${state}`),
          isWanted,
          isLong,
        })),
        ...(isWanted('files') ? [await benchFiles(say, program, join(home, `files-${state}`))] : []),
      ];
      found[state] = results;
      if (state === 'now') passes.push(...results.map(({ pass }) => pass));
    }
    return { pass: passes.every(Boolean), goals, ...found };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

interface SampleOptions {
  readonly program: string;
  readonly project: string;
  readonly user: string;
  readonly isLong: boolean;
  isWanted(part: string): boolean;
}

/** The server of the sample project, beside a bare one, and its memory. */
async function benchSample(
  print: (line: string) => void,
  { program, project, user, isLong, isWanted }: SampleOptions,
): Promise<{ readonly pass: boolean }[]> {
  const results: { readonly pass: boolean }[] = [];
  const server = await serve(program, project, user);
  try {
    for (const name of ['evaluate', 'assemble'] as const) {
      if (!isWanted(name)) continue;
      const found = await compare({ ...server, path: paths[name], body: request });
      print(`${name} ${told(found)}`);
      results.push({ ...found, pass: isGood(name, found) });
    }
    if (isWanted('memory')) {
      const target = { ...server, path: paths.evaluate, body: request };
      const tenths = await memory(target, isLong ? longRequests : 20_000);
      print(`resident ${tenths.map(megabytes => megabytes.toFixed(0)).join(', ')} MB in tenths of the run`);
      const found = { tenths, pass: Math.max(...tenths) <= goals.rssMb };
      results.push(found);
    }
  } finally {
    await stop(server.child);
  }
  return results;
}

async function benchFiles(print: (line: string) => void, program: string, home: string) {
  const found = await compareFiles(program, home);
  const { evaluate, assemble, readyMs } = found;
  print(
    `${files.many} files beside ${files.few}: evaluate ${evaluate.toFixed(2)} times, assemble ${assemble.toFixed(2)} times (goal ${goals.manyFilesTimes}); first answer after ${readyMs.toFixed(0)} ms (goal ${goals.readyMs})`,
  );
  return { ...found, pass: Math.max(evaluate, assemble) <= goals.manyFilesTimes && readyMs <= goals.readyMs };
}

function isGood(name: keyof typeof paths, { share, p50Times, p95Ms }: Comparison): boolean {
  if (name === 'evaluate') return share >= goals.evaluateShare && p50Times <= goals.evaluateP50Times;
  return share >= goals.assembleShare && p95Ms <= goals.assembleP95Ms;
}

const told = (found: Comparison): string =>
  `${found.perSecond.toFixed(0)} of ${found.barePerSecond.toFixed(0)} requests a second (${found.share.toFixed(3)}); ` +
  `one connection p50 ${found.p50Ms.toFixed(2)} ms (${found.p50Times.toFixed(2)} times), p95 ${found.p95Ms.toFixed(2)} ms; ` +
  `processor ${found.cpuMs.toFixed(3)} ms a request (${found.cpuTimes.toFixed(2)} times)`;

async function compare(weft: Target & Server): Promise<Comparison> {
  const answer = await ask(weft, JSON.stringify(weft.body), undefined);
  const bare: Target & Server = { ...(await startBare(answer)), path: weft.path, body: weft.body };
  try {
    for (const target of [bare, weft]) await load(target, connections, 2000);
    const found = { share: [], p50: [], perSecond: [], bare: [], cpu: [], bareCpu: [] } as Record<
      string,
      number[]
    >;
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [bareMany, weftMany] = [await loadMany(bare), await loadMany(weft)];
      const [bareOne, weftOne] = [await load(bare, 1, requests.one), await load(weft, 1, requests.one)];
      found.perSecond?.push(weftMany.perSecond);
      found.bare?.push(bareMany.perSecond);
      found.share?.push(weftMany.perSecond / bareMany.perSecond);
      found.p50?.push(median(weftOne.times) / median(bareOne.times));
      found.cpu?.push(weftMany.cpuMs);
      found.bareCpu?.push(bareMany.cpuMs);
      times.push(...weftOne.times);
    }
    const middle = (name: string) => median(found[name] ?? []);
    return {
      share: middle('share'),
      perSecond: middle('perSecond'),
      barePerSecond: middle('bare'),
      p50Ms: median(times),
      p95Ms: quantile(times, 0.95),
      p50Times: middle('p50'),
      cpuMs: middle('cpu'),
      cpuTimes: middle('cpu') / middle('bareCpu'),
    };
  } finally {
    await stop(bare.child);
  }
}

async function loadMany(
  target: Target & Server,
): Promise<{ readonly perSecond: number; readonly cpuMs: number }> {
  const before = usageOf(target.pid).cpuMs;
  const { perSecond } = await load(target, connections, requests.many);
  return { perSecond, cpuMs: (usageOf(target.pid).cpuMs - before) / requests.many };
}

/** Resident megabytes after each tenth of so many requests. */
async function memory(target: Target & Server, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let tenth = 0; tenth < 10; tenth += 1) {
    await load(target, connections, count / 10);
    found.push(usageOf(target.pid).rssMb);
  }
  return found;
}

/** How much longer a request takes at one connection where the project has many files: medians of both, in turns. */
async function compareFiles(
  program: string,
  home: string,
): Promise<{ readonly evaluate: number; readonly assemble: number; readonly readyMs: number }> {
  const servers: Server[] = [];
  const open = async (count: number) => {
    const folder = join(home, String(count));
    await writeFiles(folder, count);
    const start = performance.now();
    const server = await serve(program, folder, join(home, `user-${count}`));
    servers.push(server);
    await ask({ ...server, path: paths.evaluate, body: request }, JSON.stringify(request), undefined);
    return { server, readyMs: performance.now() - start };
  };
  try {
    const [few, many] = [await open(files.few), await open(files.many)];
    const times = async (name: keyof typeof paths): Promise<number> => {
      const [left, right] = [few, many].map(({ server }) => ({
        ...server,
        path: paths[name],
        body: request,
      }));
      if (left === undefined || right === undefined) throw new Error('both were started');
      for (const target of [left, right]) await load(target, 1, 500);
      const ratios: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const [before, after] = [await load(left, 1, requests.one), await load(right, 1, requests.one)];
        ratios.push(median(after.times) / median(before.times));
      }
      return median(ratios);
    };
    return { evaluate: await times('evaluate'), assemble: await times('assemble'), readyMs: many.readyMs };
  } finally {
    for (const { child } of servers) await stop(child);
  }
}

/** Five engines, and for the rest memories of which the rules add some. */
async function writeFiles(folder: string, count: number): Promise<void> {
  const engines = join(folder, '.codebolt/context-rule-engines');
  const memories = join(folder, '.codebolt/PersistentMemory');
  await mkdir(engines, { recursive: true });
  await mkdir(memories, { recursive: true });
  for (let at = 0; at < 5; at += 1)
    await writeFile(
      join(engines, `engine-${at}.json`),
      JSON.stringify({
        id: `engine-${at}`,
        name: `Engine ${at}`,
        description: '',
        enabled: true,
        rules: [
          {
            id: 'r',
            name: 'R',
            when: [{ field: 'addVar.phase', operator: 'eq', value: 'planning' }],
            then: { add_memories: [`memory-${at}`] },
          },
        ],
      }),
    );
  for (let at = 0; at < count - 5; at += 1)
    await writeFile(join(memories, `memory-${at}.json`), JSON.stringify(memoryOf(`memory-${at}`)));
}

const memoryOf = (id: string) => ({
  id,
  label: id,
  version: '1.0.0',
  status: 'active',
  inputs_scope: [],
  additional_variables: [],
  retrieval: { pipeline: [{ type: 'static', params: { items: [`What ${id} says.`] } }] },
  contribution: { section: 'knowledge', priority: 'medium', format: 'bullet_list' },
});

interface Server {
  readonly origin: string;
  readonly token: string;
  readonly pid: number;
  readonly child: ChildProcess;
}

async function makeSample(home: string, path: string): Promise<void> {
  const app = startBenchApp(join(home, 'maker'));
  try {
    await callApp(app, 'project.createSample', { path });
  } finally {
    await app.close();
  }
}

/** The built server of a checkout, with a project that it trusts. */
async function serve(program: string, project: string, userDataDir: string): Promise<Server> {
  const child = spawn(
    process.execPath,
    [join(program, 'dist/cli.js'), '--project', project, '--trust', '--json', 'serve', '--port', '0'],
    {
      env: { ...process.env, WEFT_USER_DATA: userDataDir, WEFT_TOKEN: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return started(child);
}

function startBare(answer: string): Promise<Server> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    env: { ...process.env, ANSWER: answer },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return started(child);
}

async function started(child: ChildProcess): Promise<Server> {
  const [line] = await waitForOutput(child, /\{[\s\S]*\}\n/);
  const said = JSON.parse(line) as { origin: string; token?: string }; // what the programs above print
  return { origin: said.origin, token: said.token ?? '', pid: child.pid ?? 0, child };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
