import type { Condition } from '../../../../shared/model/rule.ts';
import { isKnownField } from '../../../../shared/rules/field-name.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import type { RegexCache } from '../regex-cache.ts';
import { compileTest, never, type ValueTest } from './compiled-test.ts';
import { type FieldValues, noConstant } from './field-values.ts';

/** Half of what an Int32 holds: a state is the number of an evaluation times two, plus the result. */
const lastEvaluation = 0x3fff_fffe;

/** Kinds of tests that compare numbers only; everything else runs a closure, at most once an evaluation. */
const kinds = {
  closure: 0,
  eq: 1,
  neq: 2,
  in: 3,
  not_in: 4,
  exists: 5,
  not_exists: 6,
  gt: 7,
  gte: 8,
  lt: 9,
  lte: 10,
} as const;

/** A predicate is four numbers side by side, which come with one read of memory: kind, field, constant, state. */
const recordLength = 4;

/**
 * Every distinct condition of a rule set, once. Within one evaluation each text is searched at most once, however
 * many rules ask: such a result carries the number of the evaluation.
 */
export class PredicateTable {
  readonly #fieldValues: FieldValues;
  readonly #regexes: RegexCache;
  readonly #numbers = new Map<string, number>();
  readonly #closures: ValueTest[] = [];
  readonly #members: (readonly number[])[] = [];
  #records = new Int32Array(256 * recordLength);
  #bounds = new Float64Array(256);
  #evaluation = 0;

  constructor(fieldValues: FieldValues, regexes: RegexCache) {
    this.#fieldValues = fieldValues;
    this.#regexes = regexes;
  }

  /** Number of a condition, the same for equal ones. */
  add(condition: Condition): number {
    const key = JSON.stringify([condition.field, condition.operator, condition.value ?? null]);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(key, number);
    if (number >= this.#bounds.length) this.#grow();
    const field = this.#fieldValues.fieldNumber(condition.field);
    const form = numericForm(condition, field, this.#fieldValues);
    this.#records.set([kinds[form.kind], field, form.constant ?? noConstant], number * recordLength);
    this.#bounds[number] = form.bound ?? Number.NaN;
    this.#members[number] = form.members ?? [];
    const needsClosure = form.kind === 'closure' && isKnownField(condition.field);
    this.#closures[number] = needsClosure ? compileTest(condition, this.#regexes) : never;
    return number;
  }

  /** Starts an evaluation; the one of the field values has begun. */
  begin(): void {
    this.#evaluation += 1;
    if (this.#evaluation < lastEvaluation) return;
    this.#evaluation = 1;
    for (let at = recordLength - 1; at < this.#records.length; at += recordLength) this.#records[at] = 0;
  }

  isMatched(predicate: number): boolean {
    const at = predicate * recordLength;
    const field = this.#records[at + 1] ?? 0;
    const constant = this.#records[at + 2] ?? noConstant;
    switch (this.#records[at]) {
      case kinds.eq:
        return this.#fieldValues.constantOf(field) === constant;
      case kinds.neq:
        return this.#fieldValues.constantOf(field) !== constant;
      case kinds.in:
        return this.#isMember(predicate, field);
      case kinds.not_in:
        return !this.#isMember(predicate, field);
      case kinds.exists:
        return this.#fieldValues.value(field) !== undefined;
      case kinds.not_exists:
        return this.#fieldValues.value(field) === undefined;
      case kinds.gt:
        return this.#fieldValues.numberOf(field) > (this.#bounds[predicate] ?? Number.NaN);
      case kinds.gte:
        return this.#fieldValues.numberOf(field) >= (this.#bounds[predicate] ?? Number.NaN);
      case kinds.lt:
        return this.#fieldValues.numberOf(field) < (this.#bounds[predicate] ?? Number.NaN);
      case kinds.lte:
        return this.#fieldValues.numberOf(field) <= (this.#bounds[predicate] ?? Number.NaN);
      default:
        return this.#isMatchedOnce(predicate, field);
    }
  }

  #isMember(predicate: number, field: number): boolean {
    const constant = this.#fieldValues.constantOf(field);
    return constant !== noConstant && this.#members[predicate]?.includes(constant) === true;
  }

  #isMatchedOnce(predicate: number, field: number): boolean {
    const at = predicate * recordLength + 3;
    const state = this.#records[at] ?? 0;
    if (state >> 1 === this.#evaluation) return (state & 1) === 1;
    const isMatched = this.#closures[predicate]?.(this.#fieldValues.value(field)) === true;
    this.#records[at] = (this.#evaluation << 1) | (isMatched ? 1 : 0);
    return isMatched;
  }

  #grow(): void {
    const records = new Int32Array(this.#records.length * 2);
    records.set(this.#records);
    this.#records = records;
    const bounds = new Float64Array(this.#bounds.length * 2);
    bounds.set(this.#bounds);
    this.#bounds = bounds;
  }
}

interface NumericForm {
  readonly kind: keyof typeof kinds;
  readonly constant?: number;
  readonly members?: readonly number[];
  readonly bound?: number;
}

const closureForm: NumericForm = { kind: 'closure' };

function numericForm(
  { field, operator, value }: Condition,
  number: number,
  fieldValues: FieldValues,
): NumericForm {
  if (!isKnownField(field)) return closureForm;
  switch (operator) {
    case 'exists':
    case 'not_exists':
      return { kind: operator };
    case 'eq':
    case 'neq':
      return isScalar(value)
        ? { kind: operator, constant: fieldValues.constantNumber(number, value) }
        : closureForm;
    case 'in':
    case 'not_in':
      return Array.isArray(value) && value.every(isScalar)
        ? { kind: operator, members: value.map(element => fieldValues.constantNumber(number, element)) }
        : closureForm;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      // Without a numeric bound the comparison with NaN is never true, as R4 wants.
      return { kind: operator, bound: numericValue(value) ?? Number.NaN };
    default:
      return closureForm;
  }
}

function isScalar(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'object';
}
