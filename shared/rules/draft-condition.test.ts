import { expect, it } from 'vitest';
import type { DraftCondition } from '../model/layout.ts';
import { completeCondition, lackOf } from './draft-condition.ts';

const field = 'addVar.risk';

it.each<[DraftCondition, 'field' | 'value' | undefined]>([
  [{ operator: 'exists' }, 'field'],
  [{ field: '  ', operator: 'exists' }, 'field'],
  [{ field, operator: 'exists' }, undefined],
  [{ field, operator: 'eq' }, 'value'],
  [{ field, operator: 'eq', value: '' }, 'value'],
  [{ field, operator: 'eq', value: 0 }, undefined],
  [{ field, operator: 'eq', value: false }, undefined],
  [{ field, operator: 'in', value: [] }, 'value'],
  [{ field, operator: 'in', value: [''] }, undefined],
  [{ field, operator: 'gte' }, 'value'],
  [{ field, operator: 'gte', value: 'x' }, 'value'],
  [{ field, operator: 'gte', value: 0 }, undefined],
  [{ field, operator: 'starts_with', value: '' }, 'value'],
  [{ field, operator: 'regex', value: 'a' }, undefined],
])('%j lacks its %s', (draft, lack) => {
  expect(lackOf(draft)).toBe(lack);
  expect(completeCondition(draft) === undefined).toBe(lack !== undefined);
});

it('keeps what others wrote into it, and a value only where one is taken', () => {
  expect(completeCondition({ field: ' a ', operator: 'eq', value: 1, note: 'why' })).toEqual({
    field: 'a',
    operator: 'eq',
    value: 1,
    note: 'why',
  });
  expect(completeCondition({ field: 'a', operator: 'exists', value: 1 })).toEqual({
    field: 'a',
    operator: 'exists',
  });
});
