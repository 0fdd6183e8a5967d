import type { Variables } from '../evaluation/test-condition.ts';
import { numericValue } from '../numeric-value.ts';

/** Constants count from 1, so that this is a number like theirs. */
export const noConstant = 0;

/**
 * The variables of one evaluation by field number, each looked up once: the value, a small number that stands for
 * it among the constants of the field, and what it is as a number. Comparing those numbers touches no text.
 *
 * A class like the other parts of a compiled rule set: their methods are shared, so that calls between them are still
 * inlined when many rule sets live in one process. Closures are made anew for each set, and then they are not.
 */
export class FieldValues {
  readonly #numbers = new Map<string, number>();
  readonly #fields: Field[] = [];
  #variables: Variables = new Map();
  #evaluation = 0;

  /** Number of a field, counted from 0. */
  fieldNumber(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#fields.length);
    return this.#fields.push(new Field(name)) - 1;
  }

  /** The number that stands for a scalar constant of a field. */
  constantNumber(field: number, constant: unknown): number {
    const constants = this.#fields[field]?.constants;
    if (constants === undefined) return noConstant;
    const known = constants.get(constant);
    if (known !== undefined) return known;
    constants.set(constant, constants.size + 1);
    return constants.size;
  }

  /** Starts an evaluation of these variables. */
  begin(variables: Variables): void {
    this.#variables = variables;
    this.#evaluation += 1;
  }

  /** Undefined when missing. */
  value(field: number): unknown {
    return this.#read(field)?.value;
  }

  /** Number of the constant that the value equals; `noConstant` for any other value and for a missing one. */
  constantOf(field: number): number {
    return this.#read(field)?.constant ?? noConstant;
  }

  /** NaN when the value is not numeric. */
  numberOf(number: number): number {
    const field = this.#read(number);
    if (field === undefined) return Number.NaN;
    if (field.numberAt !== this.#evaluation) {
      field.numberAt = this.#evaluation;
      field.number = numericValue(field.value) ?? Number.NaN;
    }
    return field.number;
  }

  #read(number: number): Field | undefined {
    const field = this.#fields[number];
    if (field === undefined || field.readAt === this.#evaluation) return field;
    field.readAt = this.#evaluation;
    const value = this.#variables.get(field.name) ?? undefined;
    field.value = value;
    // Looking a long text up means hashing all of it, so that is left out where it is never compared as a whole.
    const isCompared = value !== undefined && field.constants.size > 0;
    field.constant = isCompared ? (field.constants.get(value) ?? noConstant) : noConstant;
    return field;
  }
}

class Field {
  readonly name: string;
  readonly constants = new Map<unknown, number>();
  readAt = 0;
  value: unknown = undefined;
  constant = noConstant;
  numberAt = 0;
  number = Number.NaN;

  constructor(name: string) {
    this.name = name;
  }
}
