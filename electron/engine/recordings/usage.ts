import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { CauseSummary } from '../../../shared/model/recording.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../shared/model/rule-defaults.ts';
import type { MemoryUsage, RuleUsage, UsageVerdict } from '../../../shared/model/usage.ts';
import type { Outcome } from './flight-outcomes.ts';

/** Before so many requests nothing is called dead. */
const enoughRequests = 100;
/** So often something must have been given or cut before it is called never useful. */
const enoughTimes = 10;
/** More than so many times the mean is costly, where there are enough to compare with. */
const costlyTimes = 2;
const enoughToCompare = 3;

interface UsageGround {
  readonly causes: readonly CauseSummary[];
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  /** By memory id, and by `engine/rule`. */
  readonly outcomeOf: (name: string) => Outcome;
}

interface Tally {
  requests: number;
  tokens: number;
  cut: number;
  last_at?: string;
}

const newTally = (): Tally => ({ requests: 0, tokens: 0, cut: 0 });

/** How every rule did, in the order of engines and rules. */
export function ruleUsage({ causes, engines, memories, outcomeOf }: UsageGround): RuleUsage[] {
  const tallies = talliesOfRules(causes, engines);
  const useless = new Set(
    memoryUsage({ causes, engines, memories, outcomeOf })
      .filter(isNeverUseful)
      .map(({ id }) => id),
  );
  const requests = sumOf(causes.map(cause => cause.requests));
  const rows = engines.flatMap(engine =>
    engine.rules.map(rule => {
      const name = `${engine.id}/${rule.id}`;
      const { requests: fired, ...tally } = tallies.get(name) ?? newTally();
      const acts = engine.enabled && isRuleEnabled(rule);
      const row = { engine_id: engine.id, rule_id: rule.id, name: rule.name, acts, fired, ...tally };
      return { ...row, ...outcomeOf(name), isUseless: fired > 0 && isAllUseless(rule, useless) };
    }),
  );
  const costly = costlyFrom(rows.map(({ tokens }) => tokens));
  return rows.map(({ isUseless, ...row }) => ({
    ...row,
    tokens: Math.round(row.tokens),
    verdicts: verdictsOf([
      ['dead', row.acts && row.fired === 0 && requests >= enoughRequests],
      ['costly', row.tokens > costly],
      ['never_useful', isUseless],
    ]),
  }));
}

const isNeverUseful = ({ verdicts }: MemoryUsage): boolean => verdicts.includes('never_useful');
const isAllUseless = ({ then: { add_memories } }: ContextRule, useless: ReadonlySet<string>): boolean =>
  add_memories.length > 0 && add_memories.every(id => useless.has(id));

/** How every memory did, in their order. */
export function memoryUsage({ causes, memories, outcomeOf }: UsageGround): MemoryUsage[] {
  const tallies = new Map<string, Tally>();
  const tallyOf = (id: string) => tallies.get(id) ?? tallies.set(id, newTally()).get(id) ?? newTally();
  for (const cause of causes) {
    for (const id of cause.memories) {
      const tally = tallyOf(id);
      meet(tally, cause);
      tally.tokens += (cause.tokens[id] ?? 0) * cause.requests;
    }
    for (const id of cause.cut) tallyOf(id).cut += cause.requests;
  }
  const requests = sumOf(causes.map(cause => cause.requests));
  const rows = memories.map(({ id, label }) => {
    const { requests: used, ...tally } = tallies.get(id) ?? newTally();
    return { id, label, used, ...tally, ...outcomeOf(id) };
  });
  const costly = costlyFrom(rows.map(({ tokens }) => tokens));
  return rows.map(row => ({
    ...row,
    tokens: Math.round(row.tokens),
    verdicts: verdictsOf([
      ['dead', row.used + row.cut === 0 && requests >= enoughRequests],
      ['costly', row.tokens > costly],
      ['never_useful', isAlwaysCut(row) || isNeverNamed(row)],
    ]),
  }));
}

const isAlwaysCut = ({ used, cut }: { readonly used: number; readonly cut: number }): boolean =>
  used === 0 && cut >= enoughTimes;
const isNeverNamed = ({ given, acknowledged, mended }: Outcome): boolean =>
  given >= enoughTimes && acknowledged + mended === 0;

function talliesOfRules(
  causes: readonly CauseSummary[],
  engines: readonly ContextRuleEngine[],
): ReadonlyMap<string, Tally> {
  const added = new Map(
    engines.flatMap(engine => engine.rules.map(rule => [`${engine.id}/${rule.id}`, rule.then.add_memories])),
  );
  const tallies = new Map<string, Tally>();
  for (const cause of causes)
    for (const name of cause.rules) {
      const tally = tallies.get(name) ?? newTally();
      tallies.set(name, tally);
      const memories = added.get(name) ?? [];
      meet(tally, cause);
      tally.tokens += sumOf(memories.map(id => cause.tokens[id] ?? 0)) * cause.requests;
      if (memories.some(id => cause.cut.includes(id))) tally.cut += cause.requests;
    }
  return tallies;
}

function meet(tally: Tally, { requests, last_at }: CauseSummary): void {
  tally.requests += requests;
  if (tally.last_at === undefined || tally.last_at < last_at) tally.last_at = last_at;
}

/** What is above it is costly beside the others. */
function costlyFrom(tokens: readonly number[]): number {
  const spent = tokens.filter(count => count > 0);
  if (spent.length < enoughToCompare) return Number.POSITIVE_INFINITY;
  return (costlyTimes * sumOf(spent)) / spent.length;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const verdictsOf = (found: readonly (readonly [UsageVerdict, boolean])[]): UsageVerdict[] =>
  found.flatMap(([verdict, holds]) => (holds ? [verdict] : []));
