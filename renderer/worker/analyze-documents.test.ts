import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition, ContextRule } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { buildLookup } from '../../shared/rules/evaluation/build-lookup.ts';
import { explainRule } from '../../shared/rules/evaluation/explain-rule.ts';
import { createRegexCache } from '../../shared/rules/evaluation/regex-cache.ts';
import { operatorNames } from '../../shared/rules/operators.ts';
import {
  analyzeDocuments,
  createRuleStates,
  emptyAnalysisMemory,
  fixFor,
  takeDocuments,
} from './analyze-documents.ts';

const rule = (id: string, when: Condition[], more: Partial<ContextRule> = {}): ContextRule => ({
  id,
  name: id,
  when,
  then: { add_memories: ['gone'] },
  ...more,
});
const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: [] };

function analyzed(...rules: ContextRule[]) {
  const memory = emptyAnalysisMemory();
  takeDocuments(memory, {
    engines: { e: { working: { engine, rules }, saved: 'working' } },
    samples: {
      s: { id: 's', name: 'S', request: { scope_variables: {}, additional_variables: { phase: 'a' } } },
    },
  });
  return memory;
}

describe('problems of definitions', () => {
  it('says once what a check and a finding both know, with the finding’s severity', () => {
    const { problems } = analyzeDocuments(
      analyzed(rule('r', [{ field: 'phase', operator: 'eq', value: 'a' }])),
    );
    expect(
      problems.map(({ code, severity, ruleId, condition }) => [code, severity, ruleId, condition]),
    ).toEqual([
      ['never-fires', 'error', 'r', undefined],
      ['unknown-field', 'error', 'r', 0],
      ['unknown-memory', 'error', 'r', undefined],
    ]);
  });

  it('speaks of muted rules too, where running them has no part in it', () => {
    const muted = rule('r', [{ field: 'phase', operator: 'eq', value: null }], { enabled: false });
    const { problems } = analyzeDocuments(analyzed(muted));
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['unknown-field', 'error'],
      ['null-constant', 'warning'],
      ['unknown-memory', 'warning'],
    ]);
  });

  it('names every rule that a finding concerns, and its witness', () => {
    const when: Condition[] = [{ field: 'addVar.phase', operator: 'eq', value: 'a' }];
    const { problems } = analyzeDocuments(analyzed(rule('one', when), rule('two', when)));
    const [duplicate] = problems.filter(({ code }) => code === 'duplicate');
    expect([duplicate?.ruleId, duplicate?.rules, duplicate?.witness]).toEqual([
      'two',
      [
        { engine_id: 'e', rule_id: 'two' },
        { engine_id: 'e', rule_id: 'one' },
      ],
      { scope_variables: {}, additional_variables: { phase: 'a' } },
    ]);
  });
});

describe('the smallest fix', () => {
  const memory = analyzed(rule('r', [{ field: 'addVar.phase', operator: 'eq', value: 'b' }]));

  it('tells what to change in the sample', () => {
    expect(fixFor(memory, { engineId: 'e', ruleId: 'r', sampleId: 's' })?.changes).toEqual([
      { field: 'addVar.phase', from: 'a', to: 'b' },
    ]);
  });

  it.each([
    ['e', 'gone', 's'],
    ['gone', 'r', 's'],
    ['e', 'r', 'gone'],
  ])('has no answer for %s, %s, %s', (engineId, ruleId, sampleId) => {
    expect(fixFor(memory, { engineId, ruleId, sampleId })).toBe(null);
  });
});

const ruleOf = (when: Condition[]): ContextRule => ({ id: 'r', name: 'R', when, then: { add_memories: [] } });
const sampleOf = (variables: Record<string, unknown>, id = 's'): Sample => ({
  id,
  name: id,
  request: { scope_variables: {}, additional_variables: variables } as Sample['request'],
});

it('what is missing and what is an error are states of their own, decided by the first condition that keeps the rule', () => {
  const states = createRuleStates(createRegexCache(8));
  const samples = [sampleOf({ phase: 'planning', id: 'X-1' }), sampleOf({ phase: 'review' }), sampleOf({})];
  const phase: Condition = { field: 'addVar.phase', operator: 'eq', value: 'planning' };
  const broken: Condition = { field: 'addVar.phase', operator: 'regex', value: '(' };
  expect(states(ruleOf([phase]), samples)).toEqual(['fired', 'failed', 'missing']);
  expect(states(ruleOf([phase, broken]), samples)).toEqual(['error', 'failed', 'missing']);
  expect(states(ruleOf([]), samples)).toEqual(['fired', 'fired', 'fired']);
});

it('agrees with how a rule is explained, whatever it asks', () => {
  const states = createRuleStates(createRegexCache(8));
  const regexes = createRegexCache(8);
  const condition = fc.record({
    field: fc.constantFrom('addVar.phase', 'addVar.count', 'nothing'),
    operator: fc.constantFrom(...operatorNames),
    value: fc.constantFrom<unknown>('a', '(', 3, ['a', 3], null),
  }) as fc.Arbitrary<Condition>; // some of them cannot be used, as those of files
  const variables = fc.dictionary(fc.constantFrom('phase', 'count'), fc.constantFrom<unknown>('a', 3, null));
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 4 }), variables, (when, given) => {
      const [rule, sample] = [ruleOf(when), sampleOf(given)];
      const {
        outcome,
        decided_by: by,
        conditions,
      } = explainRule(rule, buildLookup(sample.request as never).variables, regexes);
      expect(states(rule, [sample])).toEqual([outcome === 'fired' ? 'fired' : conditions[by ?? 0]?.outcome]);
    }),
  );
});
