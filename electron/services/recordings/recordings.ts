import type { Input, Output } from '../../../shared/contract/contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { recordingsContract } from '../../../shared/contract/recordings.ts';
import { hasShape } from '../../../shared/model/check-shape.ts';
import { isJsonObject } from '../../../shared/model/json.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { CauseSummary } from '../../../shared/model/recording.ts';
import { requestSchema } from '../../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { RuleUsage } from '../../../shared/model/usage.ts';
import { buildLookup } from '../../../shared/rules/evaluation/build-lookup.ts';
import { allHold } from '../../../shared/rules/evaluation/test-condition.ts';
import { FlightOutcomes } from '../../engine/recordings/flight-outcomes.ts';
import { SuggestRun } from '../../engine/recordings/suggest.ts';
import { memoryUsage, ruleUsage } from '../../engine/recordings/usage.ts';
import { listFlightEntries, listFlights } from '../../storage/flights/flight-table.ts';
import { createPause } from '../../storage/pause.ts';
import { countKept, forgetRecordings, sizeOfRecordings } from '../../storage/recordings/bound-recordings.ts';
import { findRecording, listCauses, newestRecordings } from '../../storage/recordings/recording-table.ts';
import { noSuch } from '../../storage/unknown-id.ts';
import { configHandlers } from '../config/config.ts';
import { type Call, type Handlers, type Needs, refuseCancelled } from '../project/call.ts';
import { loadConfig } from '../project/config.ts';
import { type KnownDefinitions, knownDefinitions } from '../project/known-definitions.ts';
import { layOver } from '../project/overlay.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseUntrusted } from '../project/project-trust.ts';
import { flushRecordings, readyToRead } from './recorder.ts';
import {
  eachRecording,
  type ReplayNeeds,
  recordedCauses,
  replayEach,
  replayRecordings,
} from './replay-recordings.ts';

const usualCauses = 200;

export const recordingHandlers: Handlers<keyof typeof recordingsContract> = {
  'recordings.start': (_, call) => switchRecording(call, true),
  'recordings.stop': (_, call) => switchRecording(call, false),

  async 'recordings.list'({ cause, limit = usualCauses }, call) {
    const project = await call.project();
    const { settings, since } = await readyToRead(call, project);
    const none = { causes: [], size: { recordings: 0, bytes: 0 }, of_cause: [] };
    const { causes, size, of_cause } = await project.content.read(
      database => ({
        causes: listCauses(database, since),
        size: sizeOfRecordings(database),
        of_cause: cause === undefined ? [] : newestRecordings(database, cause, since, limit),
      }),
      none,
    );
    return {
      settings,
      ...size,
      ...totalsOf(causes),
      causes: causes.slice(0, limit),
      total_causes: causes.length,
      of_cause,
    };
  },

  async 'recordings.get'({ id }, call) {
    const project = await call.project();
    const { since } = await readyToRead(call, project);
    const { recording, causes } = await project.content.read(
      database => ({ recording: findRecording(database, id), causes: listCauses(database, since) }),
      { recording: undefined, causes: [] },
    );
    const cause = causes.find(one => one.id === recording?.cause);
    if (recording === undefined || cause === undefined) throw await noSuch(project.content, 'recording', id);
    return { recording, cause };
  },

  async 'recordings.delete'(forgotten, call) {
    const project = await call.project();
    await flushRecordings(project);
    // Forgetting what was never kept must not make a database.
    const kept = await project.content.read(database => countKept(database).causes, 0);
    if (kept === 0) return { recordings: 0, causes: 0 };
    const gone = await project.content.write(database => forgetRecordings(database, forgotten));
    call.publish({ event: 'project:changed', what: 'recordings' });
    return gone;
  },

  'recordings.replay': replayRecordings,
  'recordings.usage': usageOfDefinitions,
  'recordings.suggest': suggestChanges,
};

/** It is a key of the configuration like any other, so that the settings and git show it. */
async function switchRecording(
  call: Needs<keyof Call>,
  enabled: boolean,
): Promise<Output<'recordings.start'>> {
  const project = await call.project();
  refuseUntrusted(project);
  const { given } = await loadConfig(project);
  const before = isJsonObject(given.recordings) ? given.recordings : {};
  const changes = { recordings: { ...before, enabled } };
  const { config } = await configHandlers['config.set']({ changes }, call);
  return config.recordings;
}

const usualSuggestions = 8;

/** What recorded requests speak for. Who likes one saves its engine with `engines.update`; nothing is changed here. */
async function suggestChanges(
  { limit = usualSuggestions }: Input<'recordings.suggest'>,
  needs: ReplayNeeds,
): Promise<Output<'recordings.suggest'>> {
  refuseCancelled(needs.cancel);
  const project = await needs.project();
  const saved = await knownDefinitions(project);
  const causes = await recordedCauses(needs, project);
  const { rules } = await usageOf(saved, causes, needs, project);
  const ground = { engines: saved.engines, causes: [...causes.values()], usage: rules };
  const run = new SuggestRun(ground, needs.regexes);
  await eachRecording(needs, project, causes, ({ id, request }, weight) => {
    if (needs.cancel.cancelled) throw new AppError('deadline', 'the search for suggestions was cancelled');
    if (hasShape(requestSchema, request)) run.add({ id, request, weight });
  });
  const edits = run.suggestions();
  const told = edits.slice(0, limit);
  const after = [];
  for (const { engine } of told) after.push(await layOver(saved, { engines: [engine] }, needs.caller));
  const replays = await replayEach({ saved, edits: after }, needs, project);
  const suggestions = replays.flatMap((replay, at) => (told[at] ? [{ ...told[at], replay }] : []));
  return { suggestions, total: edits.length };
}

/** Sessions of coding agents that are looked through for what became of memories, the newest, and entries of each. */
const mostSessions = 100;
const mostEntries = 2000;

/** How the rules and memories of the project did. */
async function usageOfDefinitions(
  _: Input<'recordings.usage'>,
  needs: ReplayNeeds,
): Promise<Output<'recordings.usage'>> {
  const project = await needs.project();
  const causes = await recordedCauses(needs, project);
  const usage = await usageOf(await knownDefinitions(project), causes, needs, project);
  return { ...totalsOf([...causes.values()]), ...usage };
}

/** The same of given definitions. */
async function usageOf(
  { engines, memories }: KnownDefinitions,
  causes: ReadonlyMap<string, CauseSummary>,
  needs: ReplayNeeds,
  project: OpenProject,
): Promise<Pick<Output<'recordings.usage'>, 'rules' | 'memories'>> {
  const outcomes = await flightOutcomes(project, memories);
  const ground = {
    causes: [...causes.values()],
    engines,
    memories,
    outcomeOf: (name: string) => outcomes.of(name),
  };
  const rules = ruleUsage(ground);
  return {
    rules: await withWouldFire(rules, engines, causes, needs, project),
    memories: memoryUsage(ground),
  };
}

/** How many requests there were, and when. */
function totalsOf(
  causes: readonly CauseSummary[],
): Pick<Output<'recordings.list'>, 'requests' | 'sample_requests' | 'first_at' | 'last_at'> {
  const sum = (list: readonly CauseSummary[]) => list.reduce((total, { requests }) => total + requests, 0);
  const [first_at] = causes.map(cause => cause.first_at).sort();
  const last_at = causes
    .map(cause => cause.last_at)
    .sort()
    .at(-1);
  return {
    requests: sum(causes),
    sample_requests: sum(causes.filter(({ origin }) => origin === 'sample')),
    ...(first_at !== undefined && { first_at }),
    ...(last_at !== undefined && { last_at }),
  };
}

/** What became of memories that coding agents were given, in the sessions that are kept. */
async function flightOutcomes(
  project: OpenProject,
  memories: readonly PersistentMemory[],
): Promise<FlightOutcomes> {
  const names = memories.map(({ id, label }) => [id, [id.toLowerCase(), label.toLowerCase()]] as const);
  const outcomes = new FlightOutcomes(new Map(names));
  const none = { flights: [], total: 0 };
  const { flights } = await project.content.read(database => listFlights(database, mostSessions), none);
  const pause = createPause();
  for (const { session_id, given_tokens } of flights) {
    if (given_tokens === 0) continue;
    const read = () =>
      project.content.read(database => listFlightEntries(database, session_id, 0, mostEntries), []);
    outcomes.addSession(await read());
    await pause();
  }
  return outcomes;
}

/**
 * A rule that never fired may be newer than what was recorded: whether it would have is asked of the requests that are
 * kept. One that would is not dead.
 */
async function withWouldFire(
  rows: readonly RuleUsage[],
  engines: readonly ContextRuleEngine[],
  causes: ReadonlyMap<string, CauseSummary>,
  needs: ReplayNeeds,
  project: OpenProject,
): Promise<RuleUsage[]> {
  const silent = rows.filter(({ acts, fired }) => acts && fired === 0);
  if (silent.length === 0) return [...rows];
  const rules = silent.flatMap(row => {
    const engine = engines.find(({ id }) => id === row.engine_id);
    return engine?.rules.filter(({ id }) => id === row.rule_id).map(rule => ({ row, rule })) ?? [];
  });
  const counts = new Map<RuleUsage, number>(silent.map(row => [row, 0]));
  await eachRecording(needs, project, causes, ({ request }, weight) => {
    if (!hasShape(requestSchema, request)) return;
    const { variables } = buildLookup(request);
    for (const { row, rule } of rules)
      if (allHold(rule.when, variables, needs.regexes)) counts.set(row, (counts.get(row) ?? 0) + weight);
  });
  return rows.map(row => {
    const would = counts.get(row);
    if (would === undefined) return row;
    const verdicts = would > 0 ? row.verdicts.filter(verdict => verdict !== 'dead') : row.verdicts;
    return { ...row, would_fire: Math.round(would), verdicts };
  });
}
