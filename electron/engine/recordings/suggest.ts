import type { CauseSummary } from '../../../shared/model/recording.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { isRuleEnabled } from '../../../shared/model/rule-defaults.ts';
import type { RuleUsage, Suggestion, SuggestionKind } from '../../../shared/model/usage.ts';
import { showValue } from '../../../shared/rules/describe-value.ts';
import { buildLookup } from '../../../shared/rules/evaluation/build-lookup.ts';
import { createRegexCache, type RegexCache } from '../../../shared/rules/evaluation/regex-cache.ts';
import { conditionOutcome, type Variables } from '../../../shared/rules/evaluation/test-condition.ts';
import { fieldLabel } from '../../../shared/rules/field-name.ts';
import { saying } from '../../../shared/rules/operators.ts';
import { textHead } from '../../../shared/text-head.ts';
import { AskedMemories, type AskedPattern } from './asked-memories.ts';
import type { ReplayedRequest } from './replay.ts';

/** A suggestion before it is replayed. */
type SuggestedEdit = Omit<Suggestion, 'replay'>;

/** So many requests must speak for a change. */
const enoughEvidence = 20;
/** Values of one bound that are looked at. */
const mostValues = 2000;
const mostExamples = 3;

/** Of a condition that bounds a number on one side: the operator that takes in the bound itself. */
function boundOf(condition: Condition): typeof saying.atLeast | typeof saying.atMost | undefined {
  const { value, field } = condition;
  if (typeof value !== 'number') return undefined;
  const holdsFor = (given: number) =>
    conditionOutcome(condition, new Map([[field, given]]), createRegexCache(1)) === 'matched';
  const [above, below] = [holdsFor(value + 1), holdsFor(value - 1)];
  if (above === below) return undefined;
  return above ? saying.atLeast : saying.atMost;
}

interface Miss {
  readonly value: number;
  readonly weight: number;
  readonly id: string;
}

/** A bound that alone kept its rule from firing. */
interface Bound {
  readonly engine: ContextRuleEngine;
  readonly rule: ContextRule;
  readonly at: number;
  readonly misses: Miss[];
}

interface SuggestGround {
  readonly engines: readonly ContextRuleEngine[];
  readonly causes: readonly CauseSummary[];
  readonly usage: readonly RuleUsage[];
}

/** Goes through recorded requests once, and then says which changes of rules they speak for. */
export class SuggestRun {
  readonly #ground: SuggestGround;
  readonly #regexes: RegexCache;
  readonly #bounds: readonly Bound[];
  readonly #asked = new AskedMemories();

  constructor(ground: SuggestGround, regexes: RegexCache) {
    this.#ground = ground;
    this.#regexes = regexes;
    this.#bounds = ground.engines.filter(({ enabled }) => enabled).flatMap(boundsOf);
  }

  add({ id, request, weight }: ReplayedRequest): void {
    const { variables } = buildLookup(request);
    for (const bound of this.#bounds) {
      const value = missedBy(bound, variables, this.#regexes);
      if (value !== undefined && bound.misses.length < mostValues) bound.misses.push({ value, weight, id });
    }
    this.#asked.add({ id, variables, weight, memories: request.explicit_memory ?? [] });
  }

  /** The changes that most requests speak for first. */
  suggestions(): SuggestedEdit[] {
    const { usage, engines } = this.#ground;
    const dead = usage.filter(({ verdicts }) => verdicts.includes('dead'));
    const moved = this.#bounds.flatMap(bound => moveBound(bound, isOf(dead, bound)));
    const muted = dead
      .filter(
        ({ engine_id, rule_id }) =>
          !moved.some(one => one.engine_id === engine_id && one.rule_id === rule_id),
      )
      .flatMap(row => muteRule(row, this.#ground));
    const added = this.#asked.patterns(enoughEvidence).flatMap(pattern => addRule(pattern, engines));
    const dropped = engines.flatMap(engine => dropMemories(engine, this.#ground.causes));
    return [...moved, ...added, ...dropped, ...muted];
  }
}

const isOf = (rows: readonly RuleUsage[], { engine, rule }: Pick<Bound, 'engine' | 'rule'>): boolean =>
  rows.some(({ engine_id, rule_id }) => engine_id === engine.id && rule_id === rule.id);

const boundsOf = (engine: ContextRuleEngine): Bound[] =>
  engine.rules
    .filter(isRuleEnabled)
    .flatMap(rule =>
      rule.when.flatMap((condition, at) =>
        boundOf(condition) !== undefined ? [{ engine, rule, at, misses: [] }] : [],
      ),
    );

/** The value that a bound alone did not let through. */
function missedBy({ rule, at }: Bound, variables: Variables, regexes: RegexCache): number | undefined {
  const bound = rule.when[at];
  const value = bound && variables.get(bound.field);
  if (bound === undefined || typeof value !== 'number') return undefined;
  if (conditionOutcome(bound, variables, regexes) === 'matched') return undefined;
  const others = rule.when.every(
    (condition, index) => index === at || conditionOutcome(condition, variables, regexes) === 'matched',
  );
  return others ? value : undefined;
}

/** A bound that keeps a rule from ever firing is moved to the nearest values that would let half of the misses through. */
function moveBound({ engine, rule, at, misses }: Bound, isDead: boolean): SuggestedEdit[] {
  const condition = rule.when[at];
  const operator = condition && boundOf(condition);
  const requests = weightOf(misses);
  if (!isDead || operator === undefined || condition === undefined || requests < enoughEvidence) return [];
  const distance = ({ value }: Miss) => Math.abs(value - Number(condition.value));
  const nearest = misses.toSorted((left, right) => distance(left) - distance(right));
  const taken: Miss[] = [];
  for (const miss of nearest) {
    if (weightOf(taken) >= requests / 2 && taken.at(-1)?.value !== miss.value) break;
    taken.push(miss);
  }
  const value = taken.at(-1)?.value ?? 0;
  const when = rule.when.with(at, { ...condition, operator, value });
  const label = fieldLabel(condition.field);
  return [
    edit(
      'move_bound',
      engine,
      { ...rule, when },
      {
        title: `Let "${rule.name}" fire where ${label} is ${operator === saying.atLeast ? 'at least' : 'at most'} ${value}`,
        reason: `It never fired. ${label} alone kept it from ${count(requests)}, ${count(weightOf(taken))} of them with ${value} or nearer to ${showValue(condition.value)}.`,
        evidence: { requests: weightOf(taken), of: requests, examples: examplesOf(taken) },
      },
    ),
  ];
}

function muteRule(
  { engine_id, rule_id, would_fire = 0 }: RuleUsage,
  { engines, causes }: SuggestGround,
): SuggestedEdit[] {
  const engine = engines.find(({ id }) => id === engine_id);
  const rule = engine?.rules.find(({ id }) => id === rule_id);
  if (engine === undefined || rule === undefined || would_fire > 0) return [];
  const requests = causes.reduce((sum, cause) => sum + cause.requests, 0);
  return [
    edit(
      'mute_rule',
      engine,
      { ...rule, enabled: false },
      {
        title: `Mute "${rule.name}"`,
        reason: `It fired for 0 of ${count(requests)}, and as it is now it would fire for none of those that are kept.`,
        evidence: { requests, of: requests, examples: [] },
      },
    ),
  ];
}

/** What requests name themselves again and again is what a rule could add. */
function addRule(
  { memory, field, value, both, asked, having, examples }: AskedPattern,
  engines: readonly ContextRuleEngine[],
): SuggestedEdit[] {
  const enabled = engines.filter(engine => engine.enabled);
  const home = enabled.find(({ rules }) => rules.some(rule => rule.when.some(one => one.field === field)));
  const engine = home ?? enabled[0];
  if (engine === undefined) return [];
  const shown = showValue(value);
  const rule: ContextRule = {
    id: freeId(`${memory}-when-${String(value)}`, engine),
    name: textHead(`${memory} when ${fieldLabel(field)} is ${shown}`, 300),
    when: [{ field, operator: saying.equal, value }],
    then: { add_memories: [memory] },
  };
  const title = `Add ${memory} when ${fieldLabel(field)} is ${shown}`;
  return [
    {
      ...edited('add_rule', engine, { ...engine, rules: [...engine.rules, rule] }, rule.id),
      title,
      reason: `Of ${count(having)} in which that holds, ${count(both)} asked for ${memory} by name; in all, ${count(asked)} did.`,
      evidence: { requests: both, of: having, examples },
    },
  ];
}

function freeId(wanted: string, { rules }: ContextRuleEngine): string {
  const base = wanted
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 100);
  const taken = new Set(rules.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}

/** What a rule adds and the budget always cuts only costs its making. */
function dropMemories(engine: ContextRuleEngine, causes: readonly CauseSummary[]): SuggestedEdit[] {
  return engine.rules.flatMap(rule => {
    const of = causes.filter(({ rules }) => rules.includes(`${engine.id}/${rule.id}`));
    return rule.then.add_memories.flatMap(memory => {
      const cut = of.filter(cause => cause.cut.includes(memory) && !cause.memories.includes(memory));
      const requests = cut.reduce((sum, cause) => sum + cause.requests, 0);
      const fired = of.reduce((sum, cause) => sum + cause.requests, 0);
      if (requests < enoughEvidence || requests < fired) return [];
      const add_memories = rule.then.add_memories.filter(id => id !== memory);
      const evidence = { requests, of: fired, examples: [] };
      const title = `Take ${memory} out of "${rule.name}"`;
      const reason = `The budget cut all of it each of the ${count(fired)} for which the rule fired.`;
      return [
        edit(
          'drop_memory',
          engine,
          { ...rule, then: { ...rule.then, add_memories } },
          { title, reason, evidence },
          memory,
        ),
      ];
    });
  });
}

function edit(
  kind: SuggestionKind,
  engine: ContextRuleEngine,
  rule: ContextRule,
  words: Pick<SuggestedEdit, 'title' | 'reason' | 'evidence'>,
  part = '',
): SuggestedEdit {
  const rules = engine.rules.map(one => (one.id === rule.id ? rule : one));
  const made = edited(kind, engine, { ...engine, rules }, rule.id);
  return { ...made, id: [made.id, ...(part === '' ? [] : [part])].join(':'), ...words };
}

const edited = (
  kind: SuggestionKind,
  { id }: ContextRuleEngine,
  engine: ContextRuleEngine,
  rule_id: string,
) => ({
  id: `${kind}:${id}:${rule_id}`,
  kind,
  engine_id: id,
  rule_id,
  engine,
});

const weightOf = (misses: readonly Miss[]): number =>
  Math.round(misses.reduce((sum, { weight }) => sum + weight, 0));
const examplesOf = (misses: readonly Miss[]): string[] => misses.slice(0, mostExamples).map(({ id }) => id);
const count = (requests: number): string => `${requests.toLocaleString('en-US')} requests`;
