import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../../electron/services/app/app.ts';
import { flushRecordings, recordServed } from '../../../electron/services/recordings/recorder.ts';
import { putCause, putRecording } from '../../../electron/storage/recordings/recording-table.ts';
import type { AssembledContext } from '../../../shared/model/assembled-context.ts';
import { defaultConfig } from '../../../shared/model/config.ts';
import type { ContextRequest } from '../../../shared/model/request.ts';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { engineAdding, memoryOf, requestOf, staticStep } from '../../support/engine-definitions.ts';
import { measureTurns } from '../../support/walk-inputs.ts';
import { median } from '../measure.ts';
import { createWorkload } from '../rules/workload.ts';
import { callApp, startBenchApp } from '../support/bench-app.ts';

const ruleCount = 1000;
const recordingCount = 10_000;
const causeCount = 500;
const rounds = 5;
/** Requests that are served in one round of the cost of recording. */
const served = 1500;
/** Seconds of the processor for a replay, milliseconds of its longest stretch, part of an assembly for recording it. */
const goals = { replaySeconds: 2, longestTurnMs: 50, recordingShare: 0.05 } as const;

export interface RecordingsResult {
  readonly replaySeconds: number;
  readonly longestTurnMs: number;
  readonly recordingShare: number;
  readonly goals: typeof goals;
  readonly pass: boolean;
}

/** `npm run bench -- recordings`: a replay of 10,000 requests against 1,000 rules, and what recording costs a request. */
export async function benchRecordings(print: (line: string) => void): Promise<RecordingsResult> {
  const home = await mkdtemp(join(tmpdir(), 'weft-recordings-'));
  try {
    const { replaySeconds, longestTurnMs } = await benchReplay(join(home, 'replay'), print);
    const recordingShare = await benchCost(join(home, 'cost'), print);
    const pass =
      replaySeconds <= goals.replaySeconds &&
      longestTurnMs <= goals.longestTurnMs &&
      recordingShare <= goals.recordingShare;
    return { replaySeconds, longestTurnMs, recordingShare, goals, pass };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function benchReplay(home: string, print: (line: string) => void) {
  const app = startBenchApp(join(home, 'user'));
  await callApp(app, 'project.open', { path: join(home, 'project'), create: true });
  const { rules, requests } = createWorkload(ruleCount);
  const engine = { ...engineAdding('big'), rules: rules.map(asProjectRule) };
  for (let at = 0; at < 50; at += 1)
    await callApp(app, 'memories.save', {
      memory: memoryOf(`m${at}`, { pipeline: [staticStep(`Text ${at}`)] }),
      expected_hash: null,
    });
  await callApp(app, 'engines.save', { engine, expected_hash: null });
  await fill(
    app,
    requests.map(flat => requestOf({ additional_variables: flat })),
  );
  // Every hundredth rule asks for something else and adds something else.
  const edited = {
    ...engine,
    rules: engine.rules.map((rule, at) =>
      at % 100 === 0 ? { ...rule, when: rule.when.slice(1), then: { add_memories: ['m1'] } } : rule,
    ),
  };
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    // Each edit is another object, as it comes through a door.
    const engines = [structuredClone(edited)];
    measured.push(await measureTurns(() => callApp(app, 'recordings.replay', { engines })));
  }
  print(
    `longest stretches of the rounds: ${measured.map(one => one.longestTurnMs.toFixed(0)).join(', ')} ms`,
  );
  const { recordings = 0, changed, groups = [] } = measured[0]?.value ?? {};
  await app.close();
  const replaySeconds = median(measured.map(({ allTurnsMs }) => allTurnsMs)) / 1000;
  const longestTurnMs = Math.max(...measured.map(one => one.longestTurnMs));
  print(
    `replay of ${recordings} recordings against ${ruleCount} rules: ${replaySeconds.toFixed(2)} s of the processor, the longest stretch ${longestTurnMs.toFixed(0)} ms; ${changed?.requests} change in ${groups.length} ways`,
  );
  if (recordings !== recordingCount || changed?.requests === 0) throw new Error('nothing was replayed');
  return { replaySeconds, longestTurnMs };
}

const asProjectRule = (rule: ContextRule): ContextRule => ({
  ...rule,
  when: rule.when.map(condition => ({ ...condition, field: `addVar.${condition.field}` })),
});

async function fill(app: App, requests: readonly ContextRequest[]): Promise<void> {
  const project = await app.projects.require();
  const at = new Date().toISOString();
  await project.content.write(database => {
    for (let cause = 0; cause < causeCount; cause += 1) {
      const id = `cause${cause}`;
      const each = recordingCount / causeCount;
      putCause(database, id, {
        rules: [],
        memories: ['m1'],
        cut: [],
        missing: [],
        origin: 'served',
        first_at: at,
        last_at: at,
        ever: each,
        days: { [at.slice(0, 10)]: each },
        tokens: { m1: 10 * each },
      });
      for (let position = 1; position <= each; position += 1) {
        const request = requests[(cause * each + position) % requests.length] ?? requestOf();
        putRecording(database, id, { position, at, request, tokens: 10 });
      }
    }
  });
}

/** What assembling takes of the processor, and what recording the same adds to it, writing included. */
async function benchCost(home: string, print: (line: string) => void): Promise<number> {
  const app = startBenchApp(join(home, 'user'));
  await callApp(app, 'project.createSample', { path: join(home, 'project') });
  const { samples } = await callApp(app, 'samples.list', {});
  const requests = samples.map(({ request }) => request as ContextRequest); // the sample's requests are whole
  const shares: number[] = [];
  await assembleAll(app, requests);
  for (let round = 0; round < rounds; round += 1) {
    const [assembling, contexts] = await spentOn(() => assembleAll(app, requests));
    const [recording] = await spentOn(() => recordAll(app, contexts));
    shares.push(recording / assembling);
    print(
      `${served} requests: ${(assembling / served).toFixed(0)} µs to assemble one, ${(recording / served).toFixed(1)} µs to record it`,
    );
  }
  const { requests: recorded } = await callApp(app, 'recordings.list', {});
  if (recorded < served * rounds) throw new Error('they were not recorded');
  await app.close();
  const share = median(shares);
  print(`recording adds ${(share * 100).toFixed(1)} % to an assembly`);
  return share;
}

/** Microseconds of the processor, of all threads. */
async function spentOn<Value>(work: () => Promise<Value>): Promise<readonly [number, Value]> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return [user + system, value];
}

interface Served {
  readonly request: ContextRequest;
  readonly assembled: AssembledContext;
}

async function assembleAll(app: App, requests: readonly ContextRequest[]): Promise<Served[]> {
  const contexts: Served[] = [];
  for (let at = 0; at < served; at += 1) {
    const given = requests[at % requests.length] ?? requestOf();
    // No two are the same.
    const scope_variables = { ...given.scope_variables, task: { task_id: `T-${at}` } };
    const request = { ...given, scope_variables };
    contexts.push({ request, assembled: await callApp(app, 'assembly.assemble', { request }) });
  }
  return contexts;
}

/** As if all of them came within a second, and the next thousand in the next. */
async function recordAll(app: App, contexts: readonly Served[]): Promise<void> {
  const project = await app.projects.require();
  const { world, logger } = app.options;
  const needs = { world, logger, publish: app.events.publish };
  for (const [at, one] of contexts.entries()) {
    recordServed(needs, project, { ...defaultConfig, redaction_mode: 'pattern_only' }, one);
    if (at % 500 === 499) await flushRecordings(project);
  }
  await flushRecordings(project);
}
