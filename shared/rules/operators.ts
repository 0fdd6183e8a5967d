import { keysOf } from '../model/entries.ts';
import { contains } from './operators/contains.ts';
import { endsWith } from './operators/ends-with.ts';
import { eq } from './operators/eq.ts';
import { exists } from './operators/exists.ts';
import { gt } from './operators/gt.ts';
import { gte } from './operators/gte.ts';
import { isIn } from './operators/in.ts';
import { lt } from './operators/lt.ts';
import { lte } from './operators/lte.ts';
import { neq } from './operators/neq.ts';
import { notExists } from './operators/not-exists.ts';
import { notIn } from './operators/not-in.ts';
import type { ConstantVerdict, Domain, OperatorKind } from './operators/operator-kind.ts';
import { regex } from './operators/regex.ts';
import { startsWith } from './operators/starts-with.ts';

/** The operators in catalogue order: one line each, and everything about it in its file. */
export const operators = {
  exists,
  not_exists: notExists,
  eq,
  neq,
  in: isIn,
  not_in: notIn,
  contains,
  starts_with: startsWith,
  ends_with: endsWith,
  gt,
  gte,
  lt,
  lte,
  regex,
} satisfies Record<string, OperatorKind>;

export type Operator = keyof typeof operators;

/** In the order of the table. */
export const operatorNames = keysOf(operators);

/** The operators that Weft writes into rules by itself, by what it means to say. */
export const saying = {
  given: 'exists',
  missing: 'not_exists',
  equal: 'eq',
  oneOf: 'in',
  holds: 'contains',
  pattern: 'regex',
  atLeast: 'gte',
  atMost: 'lte',
} as const satisfies Record<string, Operator>;

/** The operator of this name, or of this other name in pipelines. */
export function operatorNamed(name: unknown): Operator | undefined {
  if (typeof name !== 'string') return undefined;
  return operatorNames.find(operator => operator === name || operators[operator].alias === name);
}

/** What a comparison with null was meant to ask. */
export function insteadOfNull({ holds }: ConstantVerdict): Operator {
  return holds === 'never' ? saying.missing : saying.given;
}

interface Comparing {
  readonly operator: Operator;
  readonly value?: unknown;
}

/** The values of its variable that a condition holds for; undefined where its operator does not say. */
export function domainOf({ operator, value }: Comparing): Domain | undefined {
  return operators[operator].domain?.(value ?? null);
}
