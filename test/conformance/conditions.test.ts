import { expect, it } from 'vitest';
import type { ConditionResult } from '../../shared/model/evaluation.ts';
import type { JsonObject } from '../../shared/model/json.ts';
import type { Condition } from '../../shared/model/rule.ts';
import { testCondition } from '../../shared/rules/evaluation/test-condition.ts';
import { type GoldenCase, readGolden } from './read-golden.ts';

type Case = GoldenCase<{ condition: Condition; variables: JsonObject }, Partial<ConditionResult>>;

// The file's shape is told in its README.
const { cases } = readGolden('conditions') as { cases: Case[] };

it.each(cases)('condition case "$name" has the golden outcome', ({ input, expect: expected }) => {
  const result = testCondition(input.condition, new Map(Object.entries(input.variables)));
  expect(result).toMatchObject(expected);
  expect(result.on_missing).toBe(expected.on_missing);
});
