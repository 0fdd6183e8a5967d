import { describe, expect, it } from 'vitest';
import { requestOf } from '../../../test/support/engine-definitions.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../model/rule.ts';
import { atOnce } from '../../stretches.ts';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import type { Operator } from '../operators.ts';
import { ruleCase, ruleGround } from '../testing/rule-case.ts';
import { coverageGoals } from './coverage-goals.ts';
import { measureCoverage } from './measure-coverage.ts';

const regexes = createRegexCache();
const engineOf = (id: string, ...rules: ContextRule[]): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules,
});
const ruleOf = (id: string, when: Condition[], ...memories: string[]): ContextRule => ({
  id,
  name: `Rule ${id}`,
  when,
  then: { add_memories: memories },
});
const inPhase = (value: string): Condition => ({ field: 'addVar.phase', operator: 'eq', value });
const isLarge: Condition = { field: 'addVar.n', operator: 'gt', value: 3 };
const goalsOf = (...rules: ContextRule[]) => [
  ...coverageGoals(ruleGround([engineOf('e', ...rules)]).rules, regexes),
];

describe('what cases can show', () => {
  it('is of each rule, of its conditions and of what rules add', () => {
    const goals = goalsOf(
      ruleOf('r', [inPhase('a')], 'm', 'm', 'n'),
      { ...ruleOf('s', [isLarge], 'm'), name: '' },
      ruleOf('t', []),
    );
    const told = goals.filter(({ kind }) => kind !== 'boundary');
    expect(told.map(({ kind, way, words }) => `${kind} ${way}: ${words}`)).toEqual([
      'rule yes: Rule r: fires',
      'rule no: Rule r: does not fire',
      'condition yes: Rule r: phase is a',
      'condition no: Rule r: all but phase is a',
      'rule yes: s: fires',
      'rule no: s: does not fire',
      'condition yes: s: n is more than 3',
      'condition no: s: all but n is more than 3',
      'rule yes: Rule t: fires',
      'rule no: Rule t: does not fire',
      'memory yes: m is added',
      'memory no: m is not added',
      'memory yes: n is added',
      'memory no: n is not added',
    ]);
    expect(told.map(({ at, condition, memory }) => [at?.rule.id, condition, memory])).toEqual([
      ...['r', 'r'].map(id => [id, undefined, undefined]),
      ...['r', 'r'].map(id => [id, 0, undefined]),
      ...['s', 's'].map(id => [id, undefined, undefined]),
      ...['s', 's'].map(id => [id, 0, undefined]),
      ...['t', 't'].map(id => [id, undefined, undefined]),
      ...['m', 'm', 'n', 'n'].map(id => [undefined, undefined, id]),
    ]);
  });

  it.each<[Operator, unknown, string[]]>([
    ['eq', 'ab', ['exactly ab', 'a list: ["ab"]', 'ab in quotes', 'empty', 'just after ab']],
    ['eq', 5, ['exactly 5', 'a list: [5]', 'as the text "5"', 'empty']],
    ['eq', true, ['exactly true', 'a list: [true]', 'true', 'empty']],
    ['gte', 3, ['exactly 3', 'as the text "3"', 'just below 3', 'just above 3', 'as the text "x"']],
    ['starts_with', 'ab', ['exactly ab', 'just before ab', 'ab with more before it', 'just after ab']],
    [
      'contains',
      'ab',
      ['exactly ab', 'a list: ["ab"]', 'an empty list', 'a list: [["ab"]]', 'xabx', 'x', 'just after ab'],
    ],
    ['contains', '', ['exactly ""', 'a list: [""]', 'an empty list', 'a list: [[""]]', 'xx', 'x']],
    ['regex', '^a', ['exactly ^a', 'a', 'x^ax', 'empty']],
    ['in', ['a', 2], ['a', '2', 'exactly ["a",2]', 'empty', '0']],
    ['exists', undefined, ['empty', '0', 'false']],
    ['not_exists', undefined, ['empty', '0', 'false']],
  ])('of "%s" with %j are the values beside it, and a missing variable', (operator, value, near) => {
    const boundaries = goalsOf(ruleOf('r', [{ field: 'addVar.p', operator, value }])).filter(
      ({ kind }) => kind === 'boundary',
    );
    expect(boundaries.map(({ words }) => words)).toEqual(
      ['missing', ...near].map(words => `Rule r: p ${words}`),
    );
    expect(new Set(boundaries.map(({ way, condition }) => `${way} ${condition}`))).toEqual(
      new Set(['yes 0']),
    );
  });

  it('of long lists are the first values', () => {
    const value = Array.from({ length: 40 }, (_, index) => index);
    const goals = goalsOf(ruleOf('r', [{ field: 'addVar.p', operator: 'in', value }]));
    expect(goals.filter(({ kind }) => kind === 'boundary')).toHaveLength(25);
  });
});

describe('a goal', () => {
  const ground = ruleGround([
    engineOf('e', ruleOf('r', [inPhase('a'), isLarge], 'm')),
    engineOf('f', ruleOf('s', [], 'n')),
  ]);
  const shownBy = (given: Record<string, unknown>, engines?: string[]) => {
    const request = requestOf({
      additional_variables: given,
      ...(engines && { rule_engine_ids: engines }),
    });
    const one = ruleCase(request, ground, regexes);
    return [...coverageGoals(ground.rules, regexes)]
      .filter(goal => goal.isShownBy(one))
      .map(({ words }) => words)
      .filter(words => words.startsWith('Rule r') || words.startsWith('m '));
  };

  it('is shown by cases of requests that ask the engine of its rule', () => {
    expect(shownBy({ phase: 'a', n: 4 })).toEqual([
      'Rule r: fires',
      'Rule r: phase is a',
      'Rule r: phase exactly a',
      'Rule r: n is more than 3',
      'Rule r: n just above 3',
      'm is added',
    ]);
    expect(shownBy({ phase: 'a', n: 3 })).toEqual([
      'Rule r: does not fire',
      'Rule r: phase is a',
      'Rule r: all but n is more than 3',
      'Rule r: n exactly 3',
      'm is not added',
    ]);
    expect(shownBy({ n: 4 })).toEqual([
      'Rule r: does not fire',
      'Rule r: all but phase is a',
      'Rule r: phase missing',
      'Rule r: n is more than 3',
      'm is not added',
    ]);
    expect(shownBy({ phase: null, n: '2' })).toEqual(['Rule r: does not fire', 'm is not added']);
    expect(shownBy({ phase: 'a', n: 4 }, ['f'])).toEqual(['m is not added']);
  });

  it('is covered by the first case that shows it, missing with a request, unreachable or open', () => {
    const never = ruleOf('never', [inPhase('a'), inPhase('b')], 'm');
    const hidden = ['^a.*b$', '^.{7}$'].map(
      (value): Condition => ({ field: 'addVar.p', operator: 'regex', value }),
    );
    const { rules, ...rest } = ruleGround([engineOf('e', never, ruleOf('r', [], 'n'), ruleOf('x', hidden))]);
    const cases = ['one', 'two'].map(id => ({ ...ruleCase(requestOf(), { rules, ...rest }, regexes), id }));
    const judged = atOnce(measureCoverage(cases, rules, regexes));
    const states = new Map(judged.map(({ goal, state }) => [goal.words, state]));
    expect(states.get('Rule r: fires')).toEqual({ kind: 'covered', by: 'one' });
    expect(states.get('Rule r: does not fire')).toEqual({ kind: 'unreachable' });
    expect(states.get('Rule never: fires')).toEqual({ kind: 'unreachable' });
    expect(states.get('Rule never: phase is a')).toEqual({
      kind: 'missing',
      request: requestOf({ additional_variables: { phase: 'a' } }),
    });
    expect(states.get('Rule x: fires')).toEqual({
      kind: 'open',
      reason: 'a pattern, or a number of a demanded shape, hides the answer',
    });
    expect(states.get('m is added')).toEqual({ kind: 'unreachable' });
    expect([...measureCoverage(cases, rules, regexes)].length).toBeGreaterThanOrEqual(judged.length);
  });

  it('is shown by the request that is found for it', () => {
    const notA: Condition = { field: 'addVar.phase', operator: 'neq', value: 'a' };
    const some = ruleGround([
      engineOf('e', ruleOf('r', [notA, isLarge], 'm'), ruleOf('s', [inPhase('b')], 'm', 'n')),
    ]);
    const judged = atOnce(measureCoverage([], some.rules, regexes));
    const shown = judged.map(({ goal, state }) => [
      goal.words,
      state.kind === 'missing' && goal.isShownBy(ruleCase(state.request, some, regexes)),
    ]);
    expect(shown).toEqual(judged.map(({ goal }) => [goal.words, true]));
  });

  it('that a new case shows is covered by it, and so are those that follow', () => {
    const { rules, ...rest } = ruleGround([engineOf('e', ruleOf('r', [inPhase('a')], 'm'))]);
    const asked: string[] = [];
    const judged = atOnce(
      measureCoverage([], rules, regexes, ({ words }, request) => {
        asked.push(words);
        return words === 'Rule r: fires'
          ? { ...ruleCase(request, { rules, ...rest }, regexes), id: 'new' }
          : undefined;
      }),
    );
    const covered = judged.filter(({ state }) => state.kind === 'covered').map(({ goal }) => goal.words);
    expect(covered).toEqual(['Rule r: fires', 'Rule r: phase is a', 'Rule r: phase exactly a', 'm is added']);
    expect(asked.filter(words => covered.includes(words))).toEqual(['Rule r: fires']);
    expect(asked).toHaveLength(judged.length - covered.length + 1);
  });
});
