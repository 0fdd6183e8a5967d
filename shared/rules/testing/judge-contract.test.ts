import { describe, expect, it } from 'vitest';
import { assembled, dropped, item } from '../../../test/support/assembled.ts';
import { memoryOf, requestOf } from '../../../test/support/engine-definitions.ts';
import type { AssembledContext } from '../../model/assembled-context.ts';
import type { ContextContract, ContractState } from '../../model/context-contract.ts';
import type { ContextRequest } from '../../model/request.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { finalContext } from '../contracts/final-context.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { type AssembledFor, contractsMet } from './judge-contract.ts';
import { ruleCase, ruleGround } from './rule-case.ts';

const regexes = createRegexCache();
const inPhase = (value: string): Condition => ({ field: 'addVar.phase', operator: 'eq', value });
const rule = (id: string, when: Condition[], ...memories: string[]): ContextRule => ({
  id,
  name: id,
  when,
  then: { add_memories: memories },
});
const engine = (id: string, enabled: boolean, ...rules: ContextRule[]): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled,
  rules,
});
const engines = [
  engine('e', true, rule('a', [inPhase('a')], 'm'), rule('b', [inPhase('b')], 'n', 'm')),
  engine('f', true, rule('always', [], 'o')),
  engine('off', false, rule('a', [inPhase('a')], 'm'), { ...rule('muted', [], 'n'), enabled: false }),
];
const memories = ['m', 'n', 'o'].map(id => memoryOf(id));
const inPhaseA = requestOf({ additional_variables: { phase: 'a' } });
const inPhaseB = requestOf({ additional_variables: { phase: 'b' } });

interface Met {
  readonly request?: ContextRequest;
  readonly contract?: Partial<ContextContract>;
  readonly assembled?: AssembledFor;
  readonly knowsMemories?: boolean;
}
function met(
  state: ContractState,
  { request = inPhaseA, contract = {}, assembled: seen, knowsMemories = true }: Met = {},
) {
  const contracts = [{ id: 'c', name: 'C', severity: 'error' as const, state, ...contract }];
  const one = ruleCase(request, ruleGround(engines), regexes);
  const known = { contracts, engines, memories: knowsMemories ? memories : undefined };
  return contractsMet(one, known, regexes)('c', [...one.fired], seen);
}
const told = (...given: Parameters<typeof met>) => {
  const { state, actual } = met(...given);
  return [state, actual];
};
const holds = ['passed', 'it holds for this request'];
const notYet = ['open', 'not assembled yet'];

describe('a contract, as one request meets it,', () => {
  it('is called by its id and its sentence', () => {
    expect(met({ kind: 'always', memory: 'm' }, { contract: { when: [inPhase('a')] } })).toEqual({
      state: 'passed',
      expected: 'the contract c holds: always m when phase is a',
      actual: 'it holds for this request',
    });
    const one = ruleCase(inPhaseA, ruleGround(engines), regexes);
    expect(contractsMet(one, { contracts: [], engines }, regexes)('c', [])).toEqual({
      state: 'failed',
      expected: 'the contract c holds',
      actual: 'there is no contract "c"',
    });
  });

  it.each<[ContractState, string]>([
    [{ kind: 'always', memory: 'mm' }, 'there is no memory "mm"; did you mean "m"?'],
    [{ kind: 'never', memory: 'm', other: 'mm' }, 'there is no memory "mm"; did you mean "m"?'],
    [{ kind: 'limit', of: { memory: 'mm' }, tokens: 1 }, 'there is no memory "mm"; did you mean "m"?'],
    [{ kind: 'equivalent', engines: ['e', 'x'] }, 'there is no engine "x"'],
    [{ kind: 'reachable', rule: 'e/x' }, 'there is no rule "e/x"; did you mean "e/a"?'],
  ])('%j fails for what it names and is not there', (state, why) => {
    expect(told(state)).toEqual(['failed', why]);
  });

  it('knows no name of a memory for wrong where nobody knows which there are', () => {
    expect(told({ kind: 'never', memory: 'mm' }, { knowsMemories: false })).toEqual(holds);
  });

  it('says nothing of requests that name memories or engines, or for which its conditions do not hold', () => {
    const never: ContractState = { kind: 'never', memory: 'm' };
    const named = ['passed', 'it does not speak of requests that name memories or engines themselves'];
    expect(told(never, { request: { ...inPhaseA, explicit_memory: ['m'] } })).toEqual(named);
    expect(told(never, { request: { ...inPhaseA, rule_engine_ids: ['e'] } })).toEqual(named);
    expect(told(never, { request: { ...inPhaseA, explicit_memory: [] } })).toEqual([
      'failed',
      'here a rule adds "m"',
    ]);
    expect(told(never, { contract: { when: [inPhase('a'), inPhase('b')] } })).toEqual([
      'passed',
      'its conditions do not hold for this request',
    ]);
  });

  it.each<[ContractState, string, string]>([
    [{ kind: 'always', memory: 'n' }, 'here no rule adds "n"', ''],
    [{ kind: 'never', memory: 'n', other: 'm' }, '', 'here rules add both "n" and "m"'],
    [{ kind: 'implies', memory: 'm', other: 'n' }, 'here "m" is added without "n"', ''],
    [{ kind: 'together', memory: 'o', other: 'n' }, 'here one of the two is added without the other', ''],
    [{ kind: 'order', memory: 'm', other: 'n' }, '', 'here "n" is added before "m"'],
    [{ kind: 'reachable', rule: 'e/b' }, '"e/b" does not fire here', ''],
    [{ kind: 'equivalent', engines: ['e', 'off'] }, '', 'here "e" and "off" add different memories'],
    [{ kind: 'equivalent', engines: ['e', 'f'] }, ...twice('here "e" and "f" add different memories')],
  ])(
    '%j is judged by the rules that fire for it, those of engines that are off among them',
    (state, a, b) => {
      expect(told(state)).toEqual(a === '' ? holds : ['failed', a]);
      expect(told(state, { request: inPhaseB })).toEqual(b === '' ? holds : ['failed', b]);
    },
  );

  it('of tokens counts what was cut by the budget, and nothing that was never there', () => {
    const whole = assembled({
      context: { knowledge: [item('m#1'), item('o#1', 'o', 99)] },
      trace: { dropped: [dropped('m#2', 'budget'), dropped('m#3', 'duplicate'), dropped('n#1', 'budget')] },
    });
    const limit = (tokens: number): ContractState => ({ kind: 'limit', of: { memory: 'm' }, tokens });
    expect(told(limit(20))).toEqual(notYet);
    expect(told(limit(20), { assembled: seen(whole) })).toEqual(holds);
    expect(told(limit(19), { assembled: seen(whole) })).toEqual(['failed', 'here it is 20 tokens']);
  });
});

describe('a contract of the final context', () => {
  const whole = assembled({
    context: { knowledge: [item('m#1'), item('o#1')] },
    trace: {
      dropped: [dropped('n#1', 'budget')],
      rules_applied: [
        { engine_id: 'e', rule_id: 'a', rule_name: 'a', memories: ['m'] },
        { engine_id: 'e', rule_id: 'b', rule_name: 'b', memories: ['n'] },
      ],
    },
  });
  const [own, same, other] = [['m#1'], ['m#2'], ['o#1']].map(ids =>
    finalContext(assembled({ context: { knowledge: ids.map(id => item(id)) } })),
  );
  const alone = new Map([
    ...(own && same && other
      ? ([
          ['e', own],
          ['f', other],
          ['off', same],
        ] as const)
      : []),
  ]);
  const contract: Partial<ContextContract> = { after: 'budget' };

  it.each<[ContractState, readonly string[]]>([
    [{ kind: 'always', memory: 'm' }, holds],
    [{ kind: 'always', memory: 'n' }, ['failed', '"n" is not in this context: the budget cut it']],
    [{ kind: 'never', memory: 'm', other: 'o' }, ['failed', 'here "m" and "o" are in the context']],
    [{ kind: 'together', memory: 'm', other: 'o' }, holds],
    [
      { kind: 'implies', memory: 'm', other: 'n' },
      ['failed', '"n" is not in this context: the budget cut it'],
    ],
    [{ kind: 'order', memory: 'o', other: 'm' }, ['failed', 'here "m" stands before "o"']],
    [{ kind: 'limit', of: { section: 'knowledge' }, tokens: 19 }, ['failed', 'here it is 20 tokens']],
    [{ kind: 'equivalent', engines: ['e', 'off'] }, holds],
    [{ kind: 'equivalent', engines: ['e', 'f'] }, ['failed', 'here "e" and "f" lead to different memories']],
    [{ kind: 'reachable', rule: 'e/a' }, holds],
    [
      { kind: 'reachable', rule: 'e/b' },
      ['failed', '"e/b" does not fire here, or nothing that it adds is in the context'],
    ],
  ])('%j is judged once that is assembled', (state, expected) => {
    expect(told(state, { contract })).toEqual(notYet);
    expect(told(state, { contract, assembled: { whole, alone } })).toEqual(expected);
  });

  it('that compares engines waits until each was assembled alone', () => {
    const compared: ContractState = { kind: 'equivalent', engines: ['e', 'f'] };
    for (const id of ['e', 'f']) {
      const one = new Map([...alone].filter(([name]) => name === id));
      expect(told(compared, { contract, assembled: { whole, alone: one } })).toEqual(notYet);
    }
  });
});

function twice(why: string): [string, string] {
  return [why, why];
}

function seen(whole: AssembledContext): AssembledFor {
  return { whole, alone: new Map() };
}
