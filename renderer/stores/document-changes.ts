import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import type { DocumentChanges, EngineChange, VersionChange } from '../worker/protocol.ts';
import type { Documents } from './history.ts';

/** What a worker was told last. */
export interface Told {
  readonly working: Documents;
  readonly saved: Documents['engines'];
  readonly current: string | null;
}

/** What a worker has to hear to know `now`; undefined when it knows. Rules that did not change are not sent again. */
export function documentChanges(told: Told, now: Told): DocumentChanges | undefined {
  const { engines, memories, samples, contracts } = now.working;
  const isSame =
    engines === told.working.engines &&
    memories === told.working.memories &&
    samples === told.working.samples &&
    contracts === told.working.contracts &&
    now.saved === told.saved &&
    now.current === told.current;
  if (isSame) return undefined;
  return {
    engines: engineChanges(told, now),
    memories: changedEntries(told.working.memories, memories),
    samples: changedEntries(told.working.samples, samples),
    contracts: changedEntries(told.working.contracts, contracts),
    currentSample: now.current,
  };
}

function engineChanges(told: Told, now: Told): Record<string, EngineChange | null> {
  const before = told.working.engines;
  const after = now.working.engines;
  if (before === after && told.saved === now.saved) return {};
  const ids = new Set([before, after, told.saved, now.saved].flatMap(engines => Object.keys(engines)));
  const changed = [...ids].filter(id => before[id] !== after[id] || told.saved[id] !== now.saved[id]);
  return Object.fromEntries(
    changed.map(id => [
      id,
      after[id] || now.saved[id] ? engineChange(before[id], after[id], told.saved[id], now.saved[id]) : null,
    ]),
  );
}

function engineChange(
  toldWorking: ContextRuleEngine | undefined,
  working: ContextRuleEngine | undefined,
  toldSaved: ContextRuleEngine | undefined,
  saved: ContextRuleEngine | undefined,
): EngineChange {
  return {
    ...(working !== toldWorking && { working: versionChange(toldWorking, working) }),
    ...(saved !== toldSaved && {
      saved: saved && saved === working ? ('working' as const) : versionChange(toldSaved, saved),
    }),
  };
}

function versionChange(
  before: ContextRuleEngine | undefined,
  after: ContextRuleEngine | undefined,
): VersionChange | null {
  if (!after) return null;
  const placeOf = placesIn(before?.rules ?? []);
  return {
    engine: { ...after, rules: [] },
    rules: after.rules.map((rule, place) => placeOf(rule, place) ?? rule),
  };
}

/** Where a rule was. Most are where they are, so that all places are looked up only once a rule has moved. */
function placesIn(rules: readonly ContextRule[]): (rule: ContextRule, guess: number) => number | undefined {
  const known: { places?: ReadonlyMap<ContextRule, number> } = {};
  return (rule, guess) => {
    if (rules[guess] === rule) return guess;
    known.places ??= new Map(rules.map((other, place) => [other, place]));
    return known.places.get(rule);
  };
}

function changedEntries<Value>(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): Record<string, Value | null> {
  if (before === after) return {};
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...ids].filter(id => before[id] !== after[id]);
  return Object.fromEntries(changed.map(id => [id, after[id] ?? null]));
}
