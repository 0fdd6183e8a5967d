import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import type { Variables } from '../test-condition.ts';

/**
 * The variables of one evaluation by field number, each looked up once: the value, a small number that stands for
 * it among the constants of the field, and what it is as a number. Comparing those numbers touches no text.
 */
export interface FieldValues {
  fieldNumber(name: string): number;
  /** The number that stands for a scalar constant of a field. */
  constantNumber(field: number, constant: unknown): number;
  begin(variables: Variables): void;
  /** Undefined when missing. */
  value(field: number): unknown;
  /** Number of the constant that the value equals; `noConstant` for any other value and for a missing one. */
  constantOf(field: number): number;
  /** NaN when the value is not numeric. */
  numberOf(field: number): number;
}

/** Constants count from 1, so that this is a number like theirs. */
export const noConstant = 0;

interface Field {
  readonly name: string;
  readonly constants: Map<unknown, number>;
  readAt: number;
  value: unknown;
  constant: number;
  numberAt: number;
  number: number;
}

export function createFieldValues(): FieldValues {
  const numbers = new Map<string, number>();
  const fields: Field[] = [];
  const blank = createField('');
  let variables: Variables = new Map();
  let evaluation = 0;

  function read(number: number): Field {
    const field = fields[number] ?? blank;
    if (field.readAt === evaluation) return field;
    field.readAt = evaluation;
    field.value = variables.get(field.name) ?? undefined;
    field.constant = field.constants.get(field.value) ?? noConstant;
    return field;
  }

  return {
    fieldNumber(name) {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, fields.length);
      return fields.push(createField(name)) - 1;
    },
    constantNumber(field, constant) {
      const { constants } = fields[field] ?? blank;
      const known = constants.get(constant);
      if (known !== undefined) return known;
      constants.set(constant, constants.size + 1);
      return constants.size;
    },
    begin(given) {
      variables = given;
      evaluation += 1;
    },
    value: field => read(field).value,
    constantOf: field => read(field).constant,
    numberOf(number) {
      const field = read(number);
      if (field.numberAt === evaluation) return field.number;
      field.numberAt = evaluation;
      field.number = numericValue(field.value) ?? Number.NaN;
      return field.number;
    },
  };
}

function createField(name: string): Field {
  return {
    name,
    constants: new Map(),
    readAt: 0,
    value: undefined,
    constant: noConstant,
    numberAt: 0,
    number: Number.NaN,
  };
}
