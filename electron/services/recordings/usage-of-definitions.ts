import type { Input, Output } from '../../../shared/contract/contract.ts';
import { hasShape } from '../../../shared/model/check-shape.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { CauseSummary } from '../../../shared/model/recording.ts';
import { requestSchema } from '../../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { RuleUsage } from '../../../shared/model/usage.ts';
import { buildLookup } from '../../../shared/rules/evaluation/build-lookup.ts';
import { allHold } from '../../../shared/rules/evaluation/test-condition.ts';
import { FlightOutcomes } from '../../engine/recordings/flight-outcomes.ts';
import { memoryUsage, ruleUsage } from '../../engine/recordings/usage.ts';
import { listFlightEntries, listFlights } from '../../storage/flights/flight-table.ts';
import { createPause } from '../../storage/pause.ts';
import { type KnownDefinitions, knownDefinitions } from '../project/known-definitions.ts';
import type { OpenProject } from '../project/project.ts';
import { eachRecording, type ReplayNeeds, recordedCauses } from './replay-recordings.ts';

/** Sessions of coding agents that are looked through for what became of memories, the newest, and entries of each. */
const mostSessions = 100;
const mostEntries = 2000;

/** How the rules and memories of the project did. */
export async function usageOfDefinitions(
  _: Input<'recordings.usage'>,
  needs: ReplayNeeds,
): Promise<Output<'recordings.usage'>> {
  const project = await needs.project();
  const causes = await recordedCauses(needs, project);
  const usage = await usageOf(await knownDefinitions(project), causes, needs, project);
  return { ...totalsOf([...causes.values()]), ...usage };
}

/** The same of given definitions. */
export async function usageOf(
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
export function totalsOf(
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
