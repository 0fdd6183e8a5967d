import { unreachable } from '../../contract/errors.ts';
import type { Condition } from '../../model/rule.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { isKnownField } from '../field-name.ts';
import type { Domain } from '../operators/operator-kind.ts';
import { domainOf } from '../operators.ts';
import type { Range } from '../range.ts';
import { compileTest, never, type ValueTest } from './compiled-test.ts';
import { type FieldValues, noConstant } from './field-values.ts';

/** Half of what an Int32 holds: a state is the number of an evaluation times two, plus the result. */
const lastEvaluation = 0x3fff_fffe;

/** So many characters may take a pattern some 20 ms. */
const longSearch = 4096;

/** Kinds of tests that compare numbers only; everything else runs a closure, at most once an evaluation. */
const kinds = {
  closure: 0,
  equal: 1,
  unequal: 2,
  one_of: 3,
  none_of: 4,
  given: 5,
  missing: 6,
  above: 7,
  from: 8,
  below: 9,
  upTo: 10,
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
  #isOver: (() => boolean) | undefined;
  #isTimeOver = false;
  /** Characters searched since somebody looked at the clock. */
  #sinceLook = 0;

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
    const form = isKnownField(condition.field)
      ? numericForm(domainOf(condition), field, this.#fieldValues)
      : closureForm;
    this.#records.set([kinds[form.kind], field, form.constant ?? noConstant], number * recordLength);
    this.#bounds[number] = form.bound ?? Number.NaN;
    this.#members[number] = form.members ?? [];
    const needsClosure = form.kind === 'closure' && isKnownField(condition.field);
    this.#closures[number] = needsClosure ? compileTest(condition, this.#regexes) : never;
    return number;
  }

  /**
   * Starts an evaluation; the one of the field values has begun. Once `isOver` says that its time is over, no text
   * is searched: such a condition counts as matched, and as not judged.
   */
  begin(isOver?: () => boolean): void {
    this.#isOver = isOver;
    this.#isTimeOver = false;
    this.#sinceLook = longSearch;
    this.#evaluation += 1;
    if (this.#evaluation < lastEvaluation) return;
    this.#evaluation = 1;
    for (let at = recordLength - 1; at < this.#records.length; at += recordLength) this.#records[at] = 0;
  }

  /** Whether the time of the running evaluation was found to be over. */
  get isTimeOver(): boolean {
    return this.#isTimeOver;
  }

  /** Whether what `isMatched` said in the running evaluation is so. */
  isJudged(predicate: number): boolean {
    const at = predicate * recordLength;
    return this.#records[at] !== kinds.closure || (this.#records[at + 3] ?? 0) >> 1 === this.#evaluation;
  }

  isMatched(predicate: number): boolean {
    const at = predicate * recordLength;
    const field = this.#records[at + 1] ?? 0;
    const constant = this.#records[at + 2] ?? noConstant;
    switch (this.#records[at]) {
      case kinds.equal:
        return this.#fieldValues.constantOf(field) === constant;
      case kinds.unequal:
        return this.#fieldValues.constantOf(field) !== constant;
      case kinds.one_of:
        return this.#isMember(predicate, field);
      case kinds.none_of:
        return !this.#isMember(predicate, field);
      case kinds.given:
        return this.#fieldValues.value(field) !== undefined;
      case kinds.missing:
        return this.#fieldValues.value(field) === undefined;
      case kinds.above:
        return this.#fieldValues.numberOf(field) > (this.#bounds[predicate] ?? Number.NaN);
      case kinds.from:
        return this.#fieldValues.numberOf(field) >= (this.#bounds[predicate] ?? Number.NaN);
      case kinds.below:
        return this.#fieldValues.numberOf(field) < (this.#bounds[predicate] ?? Number.NaN);
      case kinds.upTo:
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
    const value = this.#fieldValues.value(field);
    if (this.#isOver !== undefined && this.#isLate(this.#isOver, value)) return true;
    const isMatched = this.#closures[predicate]?.(value) === true;
    this.#records[at] = (this.#evaluation << 1) | (isMatched ? 1 : 0);
    return isMatched;
  }

  /** Looks at the clock only where much was searched since: looking costs as much as searching a short text. */
  #isLate(isOver: () => boolean, value: unknown): boolean {
    if (this.#isTimeOver) return true;
    this.#sinceLook += typeof value === 'string' ? value.length : 1;
    if (this.#sinceLook < longSearch) return false;
    this.#sinceLook = 0;
    this.#isTimeOver = isOver();
    return this.#isTimeOver;
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

function numericForm(domain: Domain | undefined, field: number, fieldValues: FieldValues): NumericForm {
  switch (domain?.kind) {
    case 'given':
    case 'missing':
      return { kind: domain.kind };
    case 'one_of':
    case 'none_of':
      return memberForm(domain, field, fieldValues);
    case 'range':
      return boundForm(domain);
    case undefined:
    case 'never':
    case 'starts':
    case 'ends':
    case 'holds':
    case 'pattern':
      return closureForm;
    default:
      return unreachable(domain);
  }
}

function memberForm(
  { kind, values }: Extract<Domain, { kind: 'one_of' | 'none_of' }>,
  field: number,
  fieldValues: FieldValues,
): NumericForm {
  if (!values.every(isScalar)) return closureForm;
  const members = values.map(value => fieldValues.constantNumber(field, value));
  const [constant] = members;
  if (members.length !== 1 || constant === undefined) return { kind, members };
  return { kind: kind === 'one_of' ? 'equal' : 'unequal', constant };
}

/** A range with two ends takes the closure. */
function boundForm(range: Range): NumericForm {
  const [end, second] = bounds.filter(name => range[name] !== undefined);
  const bound = end && range[end];
  return end === undefined || second !== undefined || bound === undefined
    ? closureForm
    : { kind: end, bound };
}

const bounds = ['above', 'from', 'below', 'upTo'] as const satisfies readonly (keyof Range)[];

function isScalar(value: unknown): boolean {
  return value !== null && value !== undefined && typeof value !== 'object';
}
