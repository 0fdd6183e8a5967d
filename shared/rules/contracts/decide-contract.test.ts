import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../test/support/engine-definitions.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import {
  smallCondition,
  smallEngine,
  smallMemories,
  smallRequests,
} from '../../../test/support/small-engines.ts';
import { type ContractState, contractStateSchema } from '../../model/context-contract.ts';
import type { ContextRequest } from '../../model/request.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { atOnce } from '../../stretches.ts';
import { evaluateRules } from '../evaluation/evaluate-rules.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { contractsMet } from '../testing/judge-contract.ts';
import { placedRules, ruleCase, ruleGround } from '../testing/rule-case.ts';
import { decideContract } from './decide-contract.ts';
import { findRequest } from './find-request.ts';

const sizes: Readonly<Record<string, number>> = { m: 3, n: 5, o: 7 };
const regexes = createRegexCache();

/** One statement of each kind, over these names; a kind that is added has to be told here. */
const states: { readonly [Kind in ContractState['kind']]: Extract<ContractState, { kind: Kind }> } = {
  always: { kind: 'always', memory: 'm' },
  never: { kind: 'never', memory: 'm', other: 'n' },
  together: { kind: 'together', memory: 'm', other: 'n' },
  implies: { kind: 'implies', memory: 'm', other: 'n' },
  order: { kind: 'order', memory: 'm', other: 'n' },
  limit: { kind: 'limit', of: { section: 'knowledge' }, tokens: 9 },
  equivalent: { kind: 'equivalent', engines: ['e', 'f'] },
  reachable: { kind: 'reachable', rule: 'e/r1' },
};
const all: readonly ContractState[] = [...Object.values(states), { kind: 'never', memory: 'o' }];

const ground = (engines: readonly ContextRuleEngine[]) => ({
  engines,
  rules: placedRules(engines).map(({ rule }) => rule),
  memories: smallMemories.map(id => memoryOf(id, { section: 'knowledge' })),
  tokensOf: (id: string) => sizes[id],
});

/** What is said is false of a request, told by evaluating it and by nothing else. */
function isBroken(
  state: ContractState,
  request: ContextRequest,
  engines: readonly ContextRuleEngine[],
): boolean {
  const { matchedMemories: added, engineResults } = evaluateRules(request, engines, { regexes });
  const has = (id: string) => added.includes(id);
  switch (state.kind) {
    case 'always':
      return !has(state.memory);
    case 'never':
      return has(state.memory) && (state.other === undefined || has(state.other));
    case 'together':
      return has(state.memory) !== has(state.other);
    case 'implies':
      return has(state.memory) && !has(state.other);
    case 'order':
      return (
        has(state.memory) && has(state.other) && added.indexOf(state.other) < added.indexOf(state.memory)
      );
    case 'limit':
      return added.reduce((sum, id) => sum + (sizes[id] ?? 0), 0) > state.tokens;
    case 'equivalent': {
      const of = (id: string) =>
        evaluateRules({ ...request, rule_engine_ids: [id] }, engines, { regexes }).matchedMemories.toSorted();
      return of('e').join() !== of('f').join();
    }
    case 'reachable':
      // It is broken where nothing reaches it; a request that does shows that it is not.
      return engineResults.some(
        one => one.engine_id === 'e' && one.matched_rules.some(({ rule_id: id }) => id === 'r1'),
      );
  }
}

interface World {
  readonly engines: readonly ContextRuleEngine[];
  readonly when: readonly Condition[];
  /** Every request of the small domain that the contract speaks of. */
  readonly requests: readonly ContextRequest[];
  readonly isMeant: (request: ContextRequest) => boolean;
}

function worldOf(engines: readonly ContextRuleEngine[], when: readonly Condition[]): World {
  const conditions = engines.flatMap(({ rules }) => rules.flatMap(one => one.when));
  const meant = { id: 'meant', name: 'meant', when: [...when], then: { add_memories: ['meant'] } };
  const probe = [engineOf('probe', [meant])];
  const isMeant = (request: ContextRequest) =>
    evaluateRules(request, probe, { regexes }).matchedMemories.length === 1;
  const requests = smallRequests([...conditions, ...when]).filter(isMeant);
  return { engines, when, requests, isMeant };
}

/** So many requests of each world are judged by themselves too. */
const mostMet = 20;

/** What a test of one request says of the statement, tokens aside: these are known once it was assembled. */
function metBy(
  request: ContextRequest,
  state: ContractState,
  engines: readonly ContextRuleEngine[],
): boolean {
  if (state.kind === 'limit') return !isBroken(state, request, engines);
  const contracts = [{ id: 'c', name: 'C', severity: 'error' as const, state }];
  const one = ruleCase(request, ruleGround(engines), regexes);
  const { memories } = ground(engines);
  return contractsMet(one, { contracts, engines, memories }, regexes)('c', [...one.fired]).state === 'passed';
}

/** The answer, held against all requests; what is reachable is broken by none, and shown by one. */
function judge(state: ContractState, { engines, when, requests, isMeant }: World): string {
  const { answer, witness } = atOnce(decideContract({ state, when: [...when] }, ground(engines), regexes));
  const shown = state.kind === 'reachable' ? 'proved' : 'refuted';
  const isShown = requests.some(request => isBroken(state, request, engines));
  expect([state, answer]).toEqual([state, expect.stringMatching(/^(?:proved|refuted)$/)]);
  if (isShown) expect([state, answer]).toEqual([state, shown]);
  expect([state, witness !== undefined]).toEqual([state, answer === shown]);
  if (witness) expect([isBroken(state, witness, engines), isMeant(witness)]).toEqual([true, true]);
  for (const request of requests.slice(0, mostMet)) {
    const isTrue = isBroken(state, request, engines) === (state.kind === 'reachable');
    expect([state, request, metBy(request, state, engines)]).toEqual([state, request, isTrue]);
  }
  return answer;
}

describe('a contract', () => {
  it('of each kind is proved, refuted by a request or left open as trying all requests has it', () => {
    const answers = new Map<string, Set<string>>();
    const when = fc.array(smallCondition, { maxLength: 1 });
    const property = fc.property(smallEngine('e'), smallEngine('f'), when, (e, f, conditions) => {
      const world = worldOf([e, f], conditions);
      for (const state of all) {
        const answer = judge(state, world);
        answers.set(state.kind, (answers.get(state.kind) ?? new Set()).add(answer));
      }
    });
    fc.assert(property, { numRuns: propertyRuns(1000, 1 / 40) });
    for (const [kind, seen] of answers)
      expect([kind, [...seen].sort()]).toEqual([kind, ['proved', 'refuted']]);
    expect([...answers.keys()].sort()).toEqual(
      contractStateSchema.options.map(one => one.shape.kind.value).sort(),
    );
  });

  it('is open, with the reason, where a pattern, a number of tokens or a name hides the answer', () => {
    const patterns = ['^a.*b$', '^.{7}$'].map(value => ({
      field: 'addVar.p',
      operator: 'regex' as const,
      value,
    }));
    const engines = [engineOf('e', [{ ...ruleOf('r', 'm'), when: patterns }])];
    const open = (state: ContractState, tokensOf = (_: string): number | undefined => undefined) =>
      atOnce(decideContract({ state }, { ...ground(engines), tokensOf }, regexes));
    expect(open({ kind: 'never', memory: 'm' })).toEqual({
      answer: 'open',
      reason: 'a pattern, or a number of a demanded shape, hides the answer',
    });
    expect(open(states.limit)).toEqual({
      answer: 'open',
      reason: 'what "m" comes to hangs on the request or on what is stored',
    });
    expect(open(states.equivalent)).toEqual(unknown('engine "f"'));
    expect(open(states.reachable)).toEqual(unknown('rule "e/r1"; did you mean "e/r"?'));
    expect(open({ kind: 'never', memory: 'mm' })).toEqual(unknown('memory "mm"; did you mean "m"?'));
    expect(open({ kind: 'limit', of: { memory: 'mm' }, tokens: 1 })).toEqual(
      unknown('memory "mm"; did you mean "m"?'),
    );
  });

  it.each<[ContractState, string, string]>([
    [{ kind: 'always', memory: 'm' }, 'some rule adds "m" whatever the request is', 'here no rule adds "m"'],
    [{ kind: 'never', memory: 'm' }, 'no request makes a rule add "m"', 'here a rule adds "m"'],
    [
      { kind: 'never', memory: 'm', other: 'n' },
      'no request makes rules add "m" and "n"',
      'here rules add both "m" and "n"',
    ],
    [
      { kind: 'implies', memory: 'm', other: 'n' },
      'whatever adds "m" adds "n" too',
      'here "m" is added without "n"',
    ],
    [
      { kind: 'together', memory: 'm', other: 'n' },
      '"m" and "n" are added by the same requests',
      'here one of the two is added without the other',
    ],
    [
      { kind: 'order', memory: 'm', other: 'n' },
      '"m" is added first wherever both are',
      'here "n" is added before "m"',
    ],
    [
      { kind: 'equivalent', engines: ['e', 'f'] },
      '"e" and "f" add the same memories for every request',
      'here "e" and "f" add different memories',
    ],
    [{ kind: 'reachable', rule: 'e/r0' }, '"e/r0" fires here', 'no request makes "e/r0" fire'],
  ])('%j is proved or refuted in its own words', (state, proved, refuted) => {
    const always = (id: string, ...memories: string[]) => ({
      ...ruleOf(id, 'o'),
      when: [],
      then: { add_memories: memories },
    });
    const nothing = {
      ...ruleOf('r0', 'o'),
      when: ['a', 'b'].map(value => ({ field: 'addVar.p', operator: 'eq' as const, value })),
    };
    const worlds = [
      [engineOf('e', [always('r0', 'm', 'n')]), engineOf('f', [always('s', 'n', 'm')])],
      [engineOf('e', [nothing]), engineOf('f', [])],
      [engineOf('e', [nothing, always('n', 'n'), always('m', 'm')]), engineOf('f', [])],
      [engineOf('e', [nothing, ruleOf('m', 'm')]), engineOf('f', [])],
    ];
    const told = worlds.map(engines => {
      const { answer, reason } = atOnce(decideContract({ state }, ground(engines), regexes));
      return `${answer}: ${reason}`;
    });
    expect([...new Set(told)].toSorted()).toEqual([`proved: ${proved}`, `refuted: ${refuted}`]);
  });

  it('that a rule fires is refuted where it is muted, or its engine is off', () => {
    const rules = [ruleOf('on', 'm'), { ...ruleOf('off', 'm'), enabled: false }];
    const engines = [engineOf('e', rules), { ...engineOf('f', rules), enabled: false }];
    const told = ['e/on', 'e/off', 'f/on'].map(rule =>
      atOnce(decideContract({ state: { kind: 'reachable', rule } }, ground(engines), regexes)),
    );
    expect(told).toEqual([
      { answer: 'proved', reason: '"e/on" fires here', witness: expect.anything() },
      { answer: 'refuted', reason: '"e/off" is disabled' },
      { answer: 'refuted', reason: '"f/on" is disabled' },
    ]);
  });

  it('control: a request is no proof of what a rule says that was left out', () => {
    const [first, second] = [ruleOf('r0', 'm'), ruleOf('r1', 'm')];
    expect(atOnce(findRequest({ holding: first.when, silent: [second] }, regexes))).toMatchObject({
      kind: 'none',
    });
    expect(atOnce(findRequest({ holding: first.when, silent: [] }, regexes))).toMatchObject({
      kind: 'found',
    });
  });
});

const unknown = (name: string) => ({ answer: 'open', reason: `there is no ${name}`, unknown: name });

const ruleOf = (id: string, memory: string): ContextRule => ({
  id,
  name: id,
  when: [{ field: 'addVar.p', operator: 'eq', value: 'a' }],
  then: { add_memories: [memory] },
});
const engineOf = (id: string, rules: ContextRule[]): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules,
});
