import { unreachable } from '../../contract/errors.ts';
import type { ContextContract, ContractState, ContractVerdict } from '../../model/context-contract.ts';
import { withNearest } from '../../model/near-names.ts';
import type { Condition, ContextRule } from '../../model/rule.ts';
import { isRuleEnabled } from '../../model/rule-defaults.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { decideLimit } from './decide-limit.ts';
import {
  type Asked,
  type ContractGround,
  type FoundRequest,
  findAny,
  findRequest,
  type Question,
} from './find-request.ts';

/**
 * Whether a contract holds for every request, of what enabled rules add: `proved`, `refuted` by a request that was
 * evaluated, or `open`. Requests that name engines or memories themselves are not spoken of.
 */
export function* decideContract(
  { state, when = [] }: Pick<ContextContract, 'state' | 'when'>,
  ground: ContractGround,
  regexes: RegexCache,
): Generator<void, ContractVerdict> {
  const unknown = unknownName(state, ground);
  if (unknown !== undefined) return { answer: 'open', reason: `there is no ${unknown}`, unknown };
  return yield* decide(state, { ...ground, when, regexes });
}

/**
 * A misspelled name would make many a statement true, so nothing is said of what is not there, but what may have been
 * meant.
 */
export function unknownName(
  state: ContractState,
  { engines, memories }: Pick<ContractGround, 'engines' | 'memories'>,
): string | undefined {
  const { memory, other, counted, compared, rule } = namesIn(state);
  const isMissing = (id: string | undefined): id is string =>
    id !== undefined && memories !== undefined && !memories.some(one => one.id === id);
  const unknown = [memory, other, counted].find(isMissing);
  if (unknown !== undefined) return withNearest(`memory "${unknown}"`, unknown, idsOf(memories));
  const engine = compared.find(id => !engines.some(one => one.id === id));
  if (engine !== undefined) return withNearest(`engine "${engine}"`, engine, idsOf(engines));
  if (rule === undefined || ruleNamed(rule, engines) !== undefined) return undefined;
  const rules = engines.flatMap(({ id, rules: own }) => own.map(one => `${id}/${one.id}`));
  return withNearest(`rule "${rule}"`, rule, rules);
}

const idsOf = (definitions: readonly { readonly id: string }[] = []): string[] =>
  definitions.map(({ id }) => id);

/** What a statement names. */
export function namesIn(state: ContractState) {
  return {
    memory: 'memory' in state ? state.memory : undefined,
    other: 'other' in state ? state.other : undefined,
    counted: 'of' in state && 'memory' in state.of ? state.of.memory : undefined,
    compared: 'engines' in state ? state.engines : [],
    rule: 'rule' in state ? state.rule : undefined,
  };
}

function* decide(state: ContractState, question: Question): Generator<void, ContractVerdict> {
  switch (state.kind) {
    case 'always':
      return yield* decideAlways(state.memory, question);
    case 'never':
      return yield* decideNever(state, question);
    case 'implies':
      return yield* unless(
        without(question, state.memory, state.other),
        question,
        `whatever adds "${state.memory}" adds "${state.other}" too`,
        `here "${state.memory}" is added without "${state.other}"`,
      );
    case 'together':
      return yield* unless(
        oneAlone(question, state.memory, state.other),
        question,
        `"${state.memory}" and "${state.other}" are added by the same requests`,
        'here one of the two is added without the other',
      );
    case 'order':
      return yield* unless(
        overtaking(question, state.memory, state.other),
        question,
        `"${state.memory}" is added first wherever both are`,
        `here "${state.other}" is added before "${state.memory}"`,
      );
    case 'limit':
      return yield* decideLimit(state, question);
    case 'equivalent':
      return yield* decideEquivalence(state.engines, question);
    case 'reachable':
      return yield* decideReach(state.rule, question);
    default:
      return unreachable(state);
  }
}

function decideAlways(memory: string, question: Question): Generator<void, ContractVerdict> {
  return unless(
    [{ holding: question.when, silent: adding(question.rules, memory) }],
    question,
    `some rule adds "${memory}" whatever the request is`,
    `here no rule adds "${memory}"`,
  );
}

function decideNever(
  { memory, other }: Extract<ContractState, { kind: 'never' }>,
  question: Question,
): Generator<void, ContractVerdict> {
  if (other === undefined)
    return unless(
      added(question, memory),
      question,
      `no request makes a rule add "${memory}"`,
      `here a rule adds "${memory}"`,
    );
  return unless(
    both(question, memory, other),
    question,
    `no request makes rules add "${memory}" and "${other}"`,
    `here rules add both "${memory}" and "${other}"`,
  );
}

/** So many requests are asked for before it is said that there are too many. */
const mostAsked = 100_000;

/** Proved where none of the requests exists. */
function* unless(
  asked: Iterable<Asked>,
  { regexes }: Question,
  proved: string,
  refuted: string,
): Generator<void, ContractVerdict> {
  const found = yield* findAny(asked, regexes, mostAsked);
  if (found.kind === 'found') return { answer: 'refuted', reason: refuted, witness: found.request };
  return found.kind === 'none'
    ? { answer: 'proved', reason: proved }
    : { answer: 'open', reason: found.reason };
}

function adding(rules: readonly ContextRule[], memory: string): ContextRule[] {
  return rules.filter(rule => rule.then.add_memories.includes(memory));
}

/** Requests in which a memory is added. */
function added({ rules, when }: Question, memory: string): Iterable<Asked> {
  return withEach(adding(rules, memory), { holding: when, silent: [] });
}

/** Requests in which two memories are added. */
function* both({ rules, when }: Question, one: string, other: string): Iterable<Asked> {
  const others = adding(rules, other);
  for (const left of adding(rules, one))
    yield* withEach(others, { holding: [...when, ...left.when], silent: [] });
}

/** Requests in which one memory is added and the other is not. */
function* without({ rules, when }: Question, memory: string, other: string): Iterable<Asked> {
  const silent = adding(rules, other);
  const never = new Set(silent);
  const alone = adding(rules, memory).filter(rule => !never.has(rule));
  yield* withEach(alone, { holding: when, silent });
}

function* oneAlone(question: Question, one: string, other: string): Iterable<Asked> {
  yield* without(question, one, other);
  yield* without(question, other, one);
}

/** Requests in which both are added, `late` before `early`. */
function* overtaking({ rules, when }: Question, early: string, late: string): Iterable<Asked> {
  const silent: ContextRule[] = [];
  const following = adding(rules, early);
  for (const first of rules) {
    const memories = first.then.add_memories;
    const [earlyAt, lateAt] = [memories.indexOf(early), memories.indexOf(late)];
    if (earlyAt >= 0) following.shift();
    const holding = [...when, ...first.when];
    // What adds both is overtaken by itself or by nobody.
    if (lateAt >= 0 && earlyAt < 0) yield* withEach(following, { holding, silent: [...silent] });
    else if (lateAt >= 0 && lateAt < earlyAt) yield { holding, silent: [...silent] };
    if (earlyAt >= 0) silent.push(first);
  }
}

function* withEach(rules: readonly ContextRule[], { holding, silent }: Asked): Iterable<Asked> {
  for (const rule of rules) yield { holding: [...holding, ...rule.when], silent };
}

/** Requests in which rules of one side add what no rule of the other does. */
function* addedByOne(
  when: readonly Condition[],
  left: readonly ContextRule[],
  right: readonly ContextRule[],
): Iterable<Asked> {
  for (const [mine, theirs] of [
    [left, right],
    [right, left],
  ] as const) {
    const byMemory = new Map<string, ContextRule[]>();
    for (const rule of mine)
      for (const memory of rule.then.add_memories) {
        const silent = byMemory.get(memory) ?? adding(theirs, memory);
        byMemory.set(memory, silent);
        yield { holding: [...when, ...rule.when], silent };
      }
  }
}

/** Engines are compared by their rules, whether they are enabled or not. */
function* decideEquivalence(
  [one, other]: readonly [string, string],
  question: Question,
): Generator<void, ContractVerdict> {
  const rulesOf = (id: string) =>
    question.engines.find(engine => engine.id === id)?.rules.filter(isRuleEnabled) ?? [];
  const [mine, theirs] = [rulesOf(one), rulesOf(other)];
  const { when } = question;
  return yield* unless(
    addedByOne(when, mine, theirs),
    question,
    `"${one}" and "${other}" add the same memories for every request`,
    `here "${one}" and "${other}" add different memories`,
  );
}

function* decideReach(name: string, { engines, when, regexes }: Question): Generator<void, ContractVerdict> {
  const named = ruleNamed(name, engines);
  if (!named?.engine.enabled || !isRuleEnabled(named.rule))
    return { answer: 'refuted', reason: `"${name}" is disabled` };
  const found = yield* findRequest({ holding: [...when, ...named.rule.when], silent: [] }, regexes);
  return found.kind === 'found'
    ? { answer: 'proved', reason: `"${name}" fires here`, witness: found.request }
    : ofSearch(found, `no request makes "${name}" fire`);
}

/** A rule by `<engine>/<rule>`, with its engine. */
function ruleNamed(name: string, engines: ContractGround['engines']) {
  const cut = name.indexOf('/');
  const engine = engines.find(({ id }) => id === name.slice(0, cut));
  const rule = engine?.rules.find(({ id }) => id === name.slice(cut + 1));
  return engine && rule && { engine, rule };
}

function ofSearch(found: Exclude<FoundRequest, { kind: 'found' }>, refuted: string): ContractVerdict {
  return found.kind === 'none'
    ? { answer: 'refuted', reason: refuted }
    : { answer: 'open', reason: found.reason };
}
