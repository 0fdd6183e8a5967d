import { describe, expect, it } from 'vitest';
import type { Condition, ContextRule } from '../../../model/rule.ts';
import { atOnce } from '../../../stretches.ts';
import { createRegexCache } from '../../evaluation/regex-cache.ts';
import { gatherFindings } from '../gather-findings.ts';
import { judgeRules } from '../judged-rule.ts';
import { pairFindings } from './pair-findings.ts';

const regexes = createRegexCache();
const rule = (id: string, when: Condition[], ...memories: string[]): ContextRule => ({
  id,
  name: `Rule ${id}`,
  when,
  then: { add_memories: memories },
});
const ask = (operator: Condition['operator'], value?: unknown, field = 'addVar.p'): Condition => ({
  field,
  operator,
  value,
});
function found(...rules: ContextRule[]) {
  const gathered = gatherFindings();
  const judged = judgeRules([{ id: 'e', name: 'E', description: '', enabled: true, rules }], regexes);
  atOnce(pairFindings(judged, regexes, gathered));
  return gathered.told();
}
const ref = (id: string) => ({ engine_id: 'e', rule_id: id });
const witness = (p: string) => ({ scope_variables: {}, additional_variables: { p } });

describe('a pair of rules', () => {
  it('of which one lies within the other is told with a request that fires both', () => {
    expect(found(rule('in', [ask('eq', 'a')], 'm'), rule('out', [ask('exists')], 'm', 'n'))).toEqual([
      {
        code: 'subsumed',
        severity: 'warning',
        possible: false,
        message: 'Whenever "Rule in" fires, "Rule out" fires too and adds the same memories.',
        rules: [ref('in'), ref('out')],
        witness: witness('a'),
      },
    ]);
    expect(found(rule('in', [ask('eq', 'a')], 'm', 'n'), rule('out', [ask('exists')], 'm'))).toEqual([]);
    expect(found(rule('in', [ask('eq', 'a')]), rule('out', [ask('exists')], 'm'))).toHaveLength(1);
  });

  it('that fires alike is told once, at the later one', () => {
    const alike = [rule('one', [ask('in', ['a'])], 'm', 'n'), rule('two', [ask('eq', 'a')], 'n', 'm')];
    expect(found(...alike)).toEqual([
      {
        code: 'duplicate',
        severity: 'warning',
        possible: false,
        message: '"Rule two" fires exactly when "Rule one" does and adds the same memories.',
        rules: [ref('two'), ref('one')],
        witness: witness('a'),
      },
    ]);
    // It fires alike, and adds less.
    expect(found(rule('one', [ask('eq', 'a')], 'm'), rule('two', [ask('eq', 'a')], 'm', 'n'))).toMatchObject([
      { code: 'subsumed', rules: [ref('one'), ref('two')] },
    ]);
  });

  it('is told as possible where a pattern hides it', () => {
    const [one, other] = [
      rule('one', [ask('regex', '^fix')], 'm'),
      rule('two', [ask('regex', '^fi[x]')], 'm'),
    ];
    expect(found(one, other)).toEqual([
      {
        code: 'duplicate',
        severity: 'info',
        possible: true,
        message: '"Rule two" possibly fires exactly when "Rule one" does and adds the same memories.',
        rules: [ref('two'), ref('one')],
        witness: witness('fix'),
      },
    ]);
    expect(found({ ...one, then: { add_memories: [] } }, other)).toEqual([
      {
        code: 'subsumed',
        severity: 'info',
        possible: true,
        message: 'Whenever "Rule one" fires, "Rule two" possibly fires too and adds the same memories.',
        rules: [ref('one'), ref('two')],
        witness: witness('fix'),
      },
    ]);
    // One way is certain, the other is not.
    expect(found(rule('one', [ask('regex', '^fix'), ask('starts_with', 'f')], 'm'), one)).toMatchObject([
      { code: 'duplicate', possible: true },
    ]);
  });

  it('is none where one never fires, or asks for what the other leaves free', () => {
    const never = rule('never', [ask('eq', 'a'), ask('eq', 'b')], 'm');
    expect(found(never, rule('out', [], 'm'))).toEqual([]);
    expect(
      found(rule('in', [ask('eq', 'a')], 'm'), rule('out', [ask('exists', undefined, 'addVar.q')], 'm')),
    ).toEqual([]);
    expect(found(rule('in', [ask('eq', 'a')], 'm'), rule('out', [ask('neq', 'x', 'addVar.q')], 'm'))).toEqual(
      [],
    );
    expect(
      found(rule('in', [ask('eq', { x: 1 })], 'm'), rule('out', [ask('eq', 1, 'addVar.p.x')], 'm')),
    ).toMatchObject([{ code: 'subsumed', possible: false }]);
    expect(found(rule('in', [ask('eq', 1, 'addVar.p.x')], 'm'), rule('out', [ask('exists')], 'm'))).toEqual(
      [],
    );
  });

  it('of which the witness is not known tells none', () => {
    const hidden = [ask('regex', '^a.*b$'), ask('regex', '^.{7}$')];
    const [finding] = found(rule('in', hidden, 'm'), rule('out', [ask('exists')], 'm'));
    expect([finding?.code, finding?.possible, finding?.witness]).toEqual(['subsumed', false, undefined]);
  });
});
