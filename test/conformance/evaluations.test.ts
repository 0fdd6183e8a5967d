import { expect, it } from 'vitest';
import type { RuleEvaluation } from '../../shared/model/evaluation.ts';
import type { ContextRequest } from '../../shared/model/request.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { evaluateRules } from '../../shared/rules/evaluation/evaluate-rules.ts';
import { type GoldenCase, readGolden } from './read-golden.ts';

type Case = GoldenCase<{ request: ContextRequest; engines: ContextRuleEngine[] }, Partial<RuleEvaluation>>;

// The file's shape is told in its README.
const { cases } = readGolden('evaluations') as { cases: Case[] };

it.each(cases)('"$name" has the golden result', ({ input, expect: expected }) => {
  const { matchedMemories, engineResults, variablesUsed } = evaluateRules(input.request, input.engines);
  expect({ matchedMemories, engineResults, variablesUsed }).toEqual(expected);
});

it.each(cases)('"$name" fires the same rules when explained', ({ input }) => {
  const plain = evaluateRules(input.request, input.engines);
  const explained = evaluateRules(input.request, input.engines, { explain: true });
  const withoutRules = explained.engineResults.map(({ rules: _, ...result }) => result);
  expect({ ...explained, engineResults: withoutRules }).toEqual(plain);
  for (const { rules = [], matched_rules } of explained.engineResults) {
    const fired = rules.filter(rule => rule.outcome === 'fired').map(rule => rule.rule_id);
    expect(fired).toEqual(matched_rules.map(rule => rule.rule_id));
  }
});
