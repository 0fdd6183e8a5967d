import type { Condition } from '../../../shared/model/rule.ts';

/** A condition that must hold, or must not: what a value of its field is asked to satisfy. */
export interface Literal {
  readonly condition: Condition;
  readonly holds: boolean;
}

/** All conditions of one field as demands that must hold. */
export function demands(conditions: readonly Condition[]): Literal[] {
  return conditions.map(condition => ({ condition, holds: true }));
}

/** The constants that the literals speak of, lists taken apart. */
export function constantsOf(literals: readonly Literal[]): unknown[] {
  return literals.flatMap(({ condition }) => {
    const value: unknown = condition.value ?? null;
    const isList = condition.operator === 'in' || condition.operator === 'not_in';
    return isList && Array.isArray(value) ? [...value, value] : [value];
  });
}

/** Text constants of positive demands with one of these operators. */
export function demandedTexts(literals: readonly Literal[], operator: Condition['operator']): string[] {
  return literals.flatMap(({ condition, holds }) =>
    holds && condition.operator === operator && typeof condition.value === 'string' ? [condition.value] : [],
  );
}
