import { expect, it } from 'vitest';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { describeRule } from './describe-thing.ts';

const rule: ContextRule = { id: 'r', name: 'R', when: [], then: { add_memories: ['m'] } };

it('says of a rule that there is no sample to judge it by', () => {
  expect(describeRule(rule, undefined)).toMatch(/^Rule R, no sample, priority /);
  expect(
    describeRule({ ...rule, when: [{ field: 'addVar.a', operator: 'exists' }], enabled: false }, undefined),
  ).toMatch(/^Rule R, muted, /);
});
