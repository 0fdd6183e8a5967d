import { expect, it } from 'vitest';
import type { ExplainedCondition, ExplainedRule } from '../../../../shared/model/evaluation.ts';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { filterRows, ruleGroups } from './rule-rows.ts';

type Outcome = ExplainedCondition['outcome'];

function explained(ruleId: string, priority: number, outcomes: Outcome[], muted = false): ExplainedRule {
  const decidedBy = outcomes.findIndex(outcome => outcome !== 'matched');
  return {
    rule_id: ruleId,
    rule_name: `Rule ${ruleId}`,
    priority,
    outcome: muted ? 'muted' : decidedBy < 0 ? 'fired' : 'not_fired',
    ...(decidedBy < 0 ? {} : { decided_by: decidedBy }),
    conditions: outcomes.map((outcome, index) => ({
      field: 'addVar.phase',
      operator: 'eq',
      outcome,
      ...(outcome === 'matched' ? {} : { reason: `condition ${index} ${outcome}` }),
    })),
  };
}

function engine(id: string, ruleIds: string[], enabled = true): ContextRuleEngine {
  const rules = ruleIds.map(ruleId => ({
    id: ruleId,
    name: ruleId,
    when: [],
    then: { add_memories: [`${ruleId}-notes`] },
  }));
  return { id, name: `Engine ${id}`, description: '', enabled, rules };
}

const engines = {
  b: engine('b', ['b1']),
  a: engine('a', ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']),
  off: engine('off', ['o1'], false),
};
const outcomes = {
  a: {
    rules: [
      explained('a1', 1, ['matched', 'matched']),
      explained('a2', 5, ['matched', 'missing', 'failed']),
      explained('a3', 4, ['error']),
      explained('a4', 9, ['failed', 'failed', 'missing']),
      explained('a5', 3, [], true),
      explained('a6', 7, []),
    ],
  },
  b: { rules: [explained('b1', 0, ['failed'])] },
  off: { rules: [explained('o1', 0, [])] },
};

const short = (rows: readonly { ruleId: string; outcome: string; distance: number; reason: string }[]) =>
  rows.map(({ ruleId, outcome, distance, reason }) => [ruleId, outcome, distance, reason]);

it('lists what fired by engine and priority, then near misses by distance, then the rest', () => {
  const { fired, near, rest } = ruleGroups(engines, outcomes, undefined);
  expect(short(fired)).toEqual([
    ['a6', 'fired', 0, 'adds a6-notes'],
    ['a1', 'fired', 0, 'adds a1-notes'],
  ]);
  expect(short(near)).toEqual([
    ['a3', 'error', 1, 'condition 0 error'],
    ['b1', 'failed', 1, 'condition 0 failed'],
    ['a2', 'missing', 2, 'condition 1 missing'],
  ]);
  expect(short(rest)).toEqual([
    ['a4', 'failed', 3, 'condition 0 failed'],
    ['a5', 'muted', 0, 'the rule is muted'],
    ['o1', 'muted', 0, 'the engine Engine off is switched off'],
  ]);
});

it('takes engines in the order of the request and names those it does not ask', () => {
  const { fired, near, rest } = ruleGroups(engines, outcomes, ['b', 'gone', 'b']);
  expect(short(fired)).toEqual([]);
  expect(short(near)).toEqual([['b1', 'failed', 1, 'condition 0 failed']]);
  expect(short(rest).slice(0, 1)).toEqual([
    ['a4', 'muted', 3, 'the sample does not ask the engine Engine a'],
  ]);
});

it('shows the five nearest misses and leaves further ones to the rest', () => {
  const ids = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7'];
  const rules = ids.map((id, index) => explained(id, -index, index < 2 ? ['failed', 'failed'] : ['failed']));
  const { near, rest } = ruleGroups({ a: engine('a', ids) }, { a: { rules } }, undefined);
  expect([near, rest].map(rows => rows.map(row => row.ruleId))).toEqual([
    ['r3', 'r4', 'r5', 'r6', 'r7'],
    ['r1', 'r2'],
  ]);
});

it.each([
  ['', 3],
  ['RULE B1', 1],
  ['engine a', 2],
  ['missing', 1],
  ['a3-notes', 1],
  ['nowhere', 0],
])('finds near misses by the text "%s"', (text, count) => {
  expect(filterRows(ruleGroups(engines, outcomes, undefined).near, text)).toHaveLength(count);
});
