import { expect, it } from 'vitest';
import type { ExplainedRule } from '../../../../shared/model/evaluation.ts';
import { ruleStanding } from './rule-standing.ts';

const rule = (changes: Partial<ExplainedRule>): ExplainedRule => ({
  rule_id: 'r',
  rule_name: 'R',
  priority: 0,
  outcome: 'not_fired',
  conditions: [],
  ...changes,
});
const missing = {
  field: 'addVar.phase',
  operator: 'eq',
  outcome: 'missing',
  reason: 'phase is missing',
} as const;

it.each([
  [rule({ outcome: 'fired' }), true, { outcome: 'fired', reason: 'fires' }],
  [rule({ outcome: 'muted' }), true, { outcome: 'muted', reason: 'muted' }],
  [rule({ decided_by: 0, conditions: [missing] }), true, { outcome: 'missing', reason: 'phase is missing' }],
  [rule({}), true, { outcome: 'failed', reason: 'does not fire' }],
  [rule({ outcome: 'fired' }), false, { outcome: 'muted', reason: 'engine is off' }],
  [undefined, true, undefined],
])('%j (engine on: %s) stands as %j', (explained, enabled, standing) => {
  expect(ruleStanding(explained, enabled)).toEqual(standing);
});
