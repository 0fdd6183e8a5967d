import type { Condition } from '../../../../shared/model/rule.ts';
import { isKnownField } from '../../../../shared/rules/field-name.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import type { RegexCache } from '../regex-cache.ts';
import { compileTest, never, type ValueTest } from './compiled-test.ts';
import type { FieldValues } from './field-values.ts';

/**
 * Every distinct condition of a rule set, once. Within one evaluation each is tested at most once, however many
 * rules ask: results carry the number of the evaluation.
 */
export interface PredicateTable {
  /** Number of a condition, the same for equal ones. */
  add(condition: Condition): number;
  begin(): void;
  isMatched(predicate: number): boolean;
}

/** Half of what an Int32 holds: a state is the number of an evaluation times two, plus the result. */
const lastEvaluation = 0x3fff_fffe;

/** Kinds of tests that compare numbers only; everything else runs a closure. */
const kinds = { closure: 0, eq: 1, gt: 2, gte: 3, lt: 4, lte: 5 } as const;

export function createPredicateTable(fieldValues: FieldValues, regexes: RegexCache): PredicateTable {
  const numbers = new Map<string, number>();
  const closures: (ValueTest | undefined)[] = [];
  let evaluation = 0;
  let states = new Int32Array(256);
  let testKinds = new Int32Array(256);
  let testFields = new Int32Array(256);
  let operands = new Float64Array(256);

  function test(predicate: number): boolean {
    const field = testFields[predicate] ?? 0;
    const operand = operands[predicate] ?? Number.NaN;
    switch (testKinds[predicate]) {
      case kinds.eq:
        return fieldValues.constantOf(field) === operand;
      case kinds.gt:
        return fieldValues.numberOf(field) > operand;
      case kinds.gte:
        return fieldValues.numberOf(field) >= operand;
      case kinds.lt:
        return fieldValues.numberOf(field) < operand;
      case kinds.lte:
        return fieldValues.numberOf(field) <= operand;
      default:
        return closures[predicate]?.(fieldValues.value(field)) ?? false;
    }
  }

  function grow(): void {
    states = grown(states);
    testKinds = grown(testKinds);
    testFields = grown(testFields);
    const larger = new Float64Array(operands.length * 2);
    larger.set(operands);
    operands = larger;
  }

  return {
    add(condition) {
      const key = JSON.stringify([condition.field, condition.operator, condition.value ?? null]);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const number = numbers.size;
      numbers.set(key, number);
      if (number >= states.length) grow();
      const field = fieldValues.fieldNumber(condition.field);
      const { kind, operand } = numericForm(condition, field, fieldValues);
      testFields[number] = field;
      testKinds[number] = kind;
      operands[number] = operand;
      if (kind === kinds.closure)
        closures[number] = isKnownField(condition.field) ? compileTest(condition, regexes) : never;
      return number;
    },
    begin() {
      evaluation += 1;
      if (evaluation < lastEvaluation) return;
      evaluation = 1;
      states.fill(0);
    },
    isMatched(predicate) {
      const state = states[predicate] ?? 0;
      if (state >> 1 === evaluation) return (state & 1) === 1;
      const isMatched = test(predicate);
      states[predicate] = (evaluation << 1) | (isMatched ? 1 : 0);
      return isMatched;
    },
  };
}

interface NumericForm {
  readonly kind: (typeof kinds)[keyof typeof kinds];
  readonly operand: number;
}

const closureForm: NumericForm = { kind: kinds.closure, operand: Number.NaN };

function numericForm(
  { field, operator, value }: Condition,
  number: number,
  fieldValues: FieldValues,
): NumericForm {
  if (!isKnownField(field)) return closureForm;
  if (operator === 'eq') {
    const isScalar = value !== null && value !== undefined && typeof value !== 'object';
    return isScalar ? { kind: kinds.eq, operand: fieldValues.constantNumber(number, value) } : closureForm;
  }
  if (operator !== 'gt' && operator !== 'gte' && operator !== 'lt' && operator !== 'lte') return closureForm;
  // Without a numeric bound the comparison with NaN is never true, as R4 wants.
  return { kind: kinds[operator], operand: numericValue(value) ?? Number.NaN };
}

/** The same numbers with twice the room. */
export function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
