import { describe, expect, it } from 'vitest';
import { ruleOutcome } from './outcome.ts';

const condition = (outcome: 'matched' | 'failed' | 'missing' | 'error') =>
  ({ field: 'addVar.phase', operator: 'eq', outcome }) as const;

describe('a rule is shown with the outcome of the condition that decided', () => {
  it.each([
    [{ outcome: 'fired', conditions: [condition('matched')] }, 'fired'],
    [{ outcome: 'muted', conditions: [] }, 'muted'],
    [
      { outcome: 'not_fired', decided_by: 1, conditions: [condition('matched'), condition('missing')] },
      'missing',
    ],
    [
      { outcome: 'not_fired', decided_by: 0, conditions: [condition('failed'), condition('error')] },
      'failed',
    ],
    [{ outcome: 'not_fired', decided_by: 0, conditions: [condition('error')] }, 'error'],
    [{ outcome: 'not_fired', conditions: [] }, 'failed'],
  ] as const)('%j', (rule, shown) => {
    expect(ruleOutcome({ ...rule, conditions: [...rule.conditions] })).toBe(shown);
  });
});
