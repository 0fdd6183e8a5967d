import { unreachable } from '../../../../shared/contract/errors.ts';
import { isMissing } from '../../../../shared/model/json.ts';
import { type VariableType, variableTypeOf } from '../../../../shared/model/variable-type.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import { type Operator, operators } from '../../../../shared/rules/operators.ts';
import type { Phrase } from '../../../../shared/texts/texts.ts';
import { t } from '../../../texts/texts.ts';
import { type ConstantKind, convertConstant, kindOfConstant } from './constant-kind.ts';

/** A constant that cannot be equal to the variable because of its type, and the constant that could. */
interface Mismatch {
  readonly message: string;
  readonly fixLabel?: string;
  readonly fixed?: unknown;
}

type KindPhrases = Record<'text' | 'number' | 'boolean', Phrase>;

interface Compared {
  readonly operator: Operator;
  readonly value: unknown;
  /** The variable in the current sample; missing when it has none. */
  readonly actual: unknown;
  /** The variable's type as known from everywhere else. */
  readonly type: VariableType;
}

/** What the first thing users trip over looks like before they do: 5 is not "5" (`eq` never coerces). */
export function findMismatch({ operator, value, actual, type }: Compared): Mismatch | undefined {
  const wanted = isMissing(actual) ? type : variableTypeOf(actual);
  const { takes } = operators[operator];
  switch (takes) {
    case 'none':
      return undefined;
    case 'list':
      return listMismatch(value, wanted);
    case 'number':
      return numericValue(value) === undefined ? numberExpected(value) : undefined;
    case 'text':
    case 'pattern':
      return typeof value === 'string' ? undefined : fix(t('The value must be a text.'), value, 'text');
    case 'any':
      return singleMismatch(operator, value, wanted);
    default:
      return unreachable(takes);
  }
}

function singleMismatch(operator: Operator, value: unknown, wanted: VariableType): Mismatch | undefined {
  const { suits, fits, constant } = operators[operator];
  if (constant?.(value ?? null)?.code === 'null_constant')
    return { message: t('Nothing is ever equal to null here: use exists or does not exist.') };
  const kind = kindOf(wanted);
  if (kind === undefined || !suits.includes(wanted) || fits?.(value ?? null, wanted) !== false)
    return undefined;
  return fix(
    t('The variable is {article}, and the value is {value}.', {
      article: t(article[kind]),
      value: describe(value),
    }),
    value,
    kind,
  );
}

function listMismatch(value: unknown, wanted: VariableType): Mismatch | undefined {
  if (!Array.isArray(value))
    return { message: t('The value must be a list.'), fixLabel: t('Make it a list'), fixed: [value] };
  const kind = kindOf(wanted);
  const odd = value.filter(element => variableTypeOf(element) !== wanted);
  if (kind === undefined || odd.length === 0) return undefined;
  const message = t('The variable is {article}, and the list has {odd}.', {
    article: t(article[kind]),
    odd: describe(odd[0]),
  });
  const fixed = value.map(element => convertConstant(element, kind));
  const isConvertible = odd.every(element => isMeant(element, kind));
  return isConvertible ? { message, fixLabel: t(makeThem[kind]), fixed } : { message };
}

function numberExpected(value: unknown): Mismatch {
  return fix(
    t('The value must be a number, and it is {value}.', { value: describe(value) }),
    value,
    'number',
  );
}

function fix(message: string, value: unknown, kind: 'text' | 'number' | 'boolean'): Mismatch {
  if (!isMeant(value, kind)) return { message };
  return {
    message,
    fixLabel: t(makeIt[kind]),
    fixed: convertConstant(value, kind),
  };
}

const article = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
} as const satisfies KindPhrases;
const makeIt = {
  text: 'Make it a text',
  number: 'Make it a number',
  boolean: 'Make it true or false',
} as const satisfies KindPhrases;
const makeThem = {
  text: 'Make them texts',
  number: 'Make them numbers',
  boolean: 'Make them true or false',
} as const satisfies KindPhrases;

/** True when converting keeps what the user wrote. */
function isMeant(value: unknown, kind: 'text' | 'number' | 'boolean'): boolean {
  if (kind === 'text') return typeof value === 'number' || typeof value === 'boolean';
  if (kind === 'number') return numericValue(value) !== undefined;
  return value === 'true' || value === 'false';
}

function kindOf(type: VariableType): 'text' | 'number' | 'boolean' | undefined {
  if (type === 'string') return 'text';
  return type === 'number' || type === 'boolean' ? type : undefined;
}

function describe(value: unknown): string {
  const kind: ConstantKind = kindOfConstant(value);
  if (kind === 'text') return t('the text {value}', { value: JSON.stringify(value) });
  if (kind === 'number') return t('the number {value}', { value: String(value) });
  return kind === 'json' ? 'JSON' : String(value);
}
