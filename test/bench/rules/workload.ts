import type { Condition, ContextRule } from '../../../shared/model/rule.ts';

/** A flat request as every contender gets it: field names without prefix; a missing field is absent. */
export type Flat = Readonly<Record<string, string | number>>;

export interface Workload {
  readonly rules: readonly ContextRule[];
  readonly requests: readonly Flat[];
}

const categorical = Array.from({ length: 20 }, (_, at) => ({
  name: `c${at}`,
  /** 4 to 500 values, evenly spread in their logarithm. */
  values: Math.round(4 * (500 / 4) ** (at / 19)),
  isOftenMissing: at % 5 < 3,
}));
const numeric = Array.from({ length: 4 }, (_, at) => `n${at}`);
const texts = Array.from({ length: 4 }, (_, at) => `t${at}`);
const words =
  'budget cache deploy error fix index login memory plan queue review schema scope search token trace'.split(
    ' ',
  );

/** Seeded, so that every run and every contender sees the same work (xorshift32). */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Rules of three conditions over 28 fields, as the quality goals tell them, and 1,000 different requests. */
export function createWorkload(ruleCount: number, seed = 20_261_121): Workload {
  const random = seededRandom(seed);
  return {
    rules: Array.from({ length: ruleCount }, (_, at) => createRule(at, random)),
    requests: Array.from({ length: 1000 }, () => createRequest(random)),
  };
}

type Random = (below: number) => number;

function pick<Value>(list: readonly Value[], random: Random): Value {
  const value = list[random(list.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

function createRule(at: number, random: Random): ContextRule {
  const when = [createCondition(random), createCondition(random), createCondition(random)];
  return {
    id: `r${at}`,
    name: `Rule ${at}`,
    priority: random(20),
    when,
    then: { add_memories: [`m${at % 50}`] },
  };
}

/** 50% eq, 10% in, 10% exists, 10% starts_with or contains, 10% gt or lt, 10% regex. */
function createCondition(random: Random): Condition {
  const kind = random(10);
  const field = pick(categorical, random);
  const constant = () => `${field.name}-${random(field.values)}`;
  if (kind < 5) return { field: field.name, operator: 'eq', value: constant() };
  if (kind === 5) return { field: field.name, operator: 'in', value: [constant(), constant(), constant()] };
  if (kind === 6) return { field: field.name, operator: 'exists' };
  if (kind === 7)
    return {
      field: pick(texts, random),
      operator: pick(['starts_with', 'contains'] as const, random),
      value: pick(words, random),
    };
  if (kind === 8)
    return {
      field: pick(numeric, random),
      operator: pick(['gt', 'lt'] as const, random),
      value: random(1000),
    };
  return { field: pick(texts, random), operator: 'regex', value: createPattern(random) };
}

function createPattern(random: Random): string {
  const one = pick(words, random);
  const two = pick(words, random);
  return pick(
    [`^${one}`, `${one}$`, `(${one}|${two})`, `${one} [a-z]+ ${two}`, `${one}.*${two}`, `\\b${one}s?\\b`],
    random,
  );
}

function createRequest(random: Random): Flat {
  const given = categorical.filter(({ isOftenMissing }) => !isOftenMissing || random(2) === 0);
  const pairs = [
    ...given.map(({ name, values }) => [name, `${name}-${random(values)}`] as const),
    ...numeric.map(name => [name, random(1000)] as const),
    ...texts.map(
      (name, at) =>
        [name, Array.from({ length: at === 3 ? 40 : 4 }, () => pick(words, random)).join(' ')] as const,
    ),
  ];
  return Object.fromEntries(pairs);
}
