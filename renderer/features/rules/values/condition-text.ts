import { unreachable } from '../../../../shared/contract/errors.ts';
import { isJsonEqual, tryParseJson } from '../../../../shared/model/json.ts';
import type { Condition } from '../../../../shared/model/rule.ts';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import { isKnownField, suggestField } from '../../../../shared/rules/field-name.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import { type Operator, operatorNames, operators, saying } from '../../../../shared/rules/operators.ts';
import { t, told } from '../../../texts/texts.ts';
import { parseElement } from './parse-list.ts';

/** What a cell says of its variable. */
export type CellCondition = Pick<Condition, 'operator' | 'value'>;

type ParsedCell =
  | { readonly ok: true; readonly conditions: readonly CellCondition[] }
  | { readonly ok: false; readonly reason: string };

/** Signs that keyboards lack, as they are typed. */
const typedSigns: Readonly<Record<string, readonly string[]>> = {
  '=': ['=='],
  '≠': ['!=', '<>'],
  '≥': ['>='],
  '≤': ['<='],
};

/** What operators are called, the longest first: their words, signs and names, and how signs are typed. */
const phrases: readonly (readonly [phrase: string, operator: Operator])[] = [
  ...operatorNames.flatMap(operator => {
    const { label, symbol } = operators[operator];
    const words = [label, told(label), symbol, operator, operator.replaceAll('_', ' ')];
    words.push(...(typedSigns[symbol] ?? []));
    return words.map(word => [word, operator] as const);
  }),
].sort((left, right) => right[0].length - left[0].length);

/** A word ends where no other begins with it: `in-progress` is a value. A sign ends at once. */
const wordEnd = '(?![\\p{L}\\p{M}\\p{N}_-])';
const phrase = phrases
  .map(
    ([text]) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&') + (/[\p{L}\p{N}_]$/u.test(text) ? wordEnd : ''),
  )
  .join('|');
const leading = new RegExp(`^(?:${phrase})`, 'iu');
const and = told(' and ');
const between = new RegExp(`(?: and |${and})(?=${phrase})`, 'giu');

/**
 * Reads a cell: `is planning`, `in a, b`, `>= 3 and < 9`, `exists`; what has no operator is what the variable is. A text
 * in double quotes is taken as it is. An empty cell asks nothing.
 */
export function parseCell(text: string, type: VariableType): ParsedCell {
  if (text.trim() === '') return { ok: true, conditions: [] };
  const conditions: CellCondition[] = [];
  for (const part of splitOutsideQuotes(text.trim(), between)) {
    const read = readCondition(part, type);
    if (typeof read === 'string') return { ok: false, reason: read };
    conditions.push(read);
  }
  return { ok: true, conditions };
}

export type Typed = (field: string) => VariableType;

type ReadCondition =
  | { readonly ok: true; readonly field: string; readonly conditions: readonly Condition[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads a condition in one line: its variable, then what a cell of the table says of it. The prefix may be left out
 * where `known` has one variable of that name; a variable alone is a condition that is begun.
 */
export function readConditionText(text: string, typeOf: Typed, known: readonly string[]): ReadCondition {
  const [, quoted, bare, rest = ''] =
    /^\s*(?:("(?:[^"\\]|\\.)*")|([^\s"=≠<>≥≤!]+))\s*(.*)$/s.exec(text) ?? [];
  const named = quoted === undefined ? bare : nameIn(quoted);
  if (named === undefined) return { ok: false, reason: t('A condition begins with its variable.') };
  const field = fullName(named, known);
  const parsed = parseCell(rest, typeOf(field));
  if (!parsed.ok) return { ok: false, reason: parsed.reason };
  return { ok: true, field, conditions: parsed.conditions.map(condition => ({ field, ...condition })) };
}

function nameIn(quoted: string): string | undefined {
  const name = tryParseJson(quoted);
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}

function fullName(name: string, known: readonly string[]): string {
  if (isKnownField(name)) return name;
  const ends = known.filter(field => field.endsWith(`.${name}`));
  return (ends.length === 1 ? ends[0] : undefined) ?? suggestField(name);
}

const nextOne = new RegExp(`(?: and |${and})(?=([^\\s"=≠<>≥≤!]+)\\s*(?:${phrase}))`, 'giu');

/**
 * Several conditions, by lines or by "and" before a variable that is known: `phase is planning and risk >= 0.6`. Without
 * conditions where a name stands alone.
 */
export function readConditions(text: string, typeOf: Typed, known: readonly string[]): ReadCondition {
  const isKnown = (name: string) => isKnownField(name) || known.some(field => field.endsWith(`.${name}`));
  const parts = text
    .split('\n')
    .filter(line => line.trim() !== '')
    .flatMap(line => splitOutsideQuotes(line, nextOne, ([, name = '']) => isKnown(name)));
  const read = parts.map(part => readConditionText(part, typeOf, known));
  const [first = readConditionText('', typeOf, known)] = read;
  const failed = read.find(one => !one.ok) ?? first;
  if (!failed.ok) return failed;
  return { ...failed, conditions: read.flatMap(one => (one.ok ? one.conditions : [])) };
}

/**
 * Conditions on one variable as a cell that reads as them again, in one line. Texts are quoted where they would read
 * otherwise.
 */
export function formatCell(conditions: readonly CellCondition[], type: VariableType): string {
  const written = (write: (value: unknown) => string) =>
    conditions.map(({ operator, value }) => writeCondition(operator, value, write)).join(and);
  const plain = written(value => (typeof value === 'string' ? value : JSON.stringify(value ?? null)));
  const parsed = parseCell(plain, type);
  // A field of one line leaves line breaks out.
  const isSame = !/[\r\n]/.test(plain) && parsed.ok && isJsonEqual(parsed.conditions, conditions.map(bare));
  return isSame ? plain : written(value => JSON.stringify(value ?? null));
}

/** How conditions on a variable are read and written: one that they compare with more than texts is no mere text. */
export function typeBeside(conditions: readonly CellCondition[], type: VariableType): VariableType {
  return type === 'string' && conditions.some(asksBeyondTexts) ? 'unknown' : type;
}

function asksBeyondTexts({ operator, value = null }: CellCondition): boolean {
  const { takes } = operators[operator];
  const constants: readonly unknown[] = takes === 'list' && Array.isArray(value) ? value : [value];
  // Lists and objects are read as what they are whatever the variable is.
  const isRead = (one: unknown) => one === null || typeof one === 'number' || typeof one === 'boolean';
  return (takes === 'any' || takes === 'list') && constants.some(isRead);
}

const bare = ({ operator, value }: CellCondition): CellCondition =>
  value === undefined ? { operator } : { operator, value };

function writeCondition(operator: Operator, value: unknown, write: (value: unknown) => string): string {
  const { label, takes } = operators[operator];
  if (takes === 'none') return told(label);
  // Lists and objects have commas of their own.
  const isParted = takes === 'list' && Array.isArray(value) && !value.some(isNested);
  const text = isParted ? value.map(write).join(', ') : write(value);
  return `${told(label)} ${text}`;
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

function readCondition(text: string, type: VariableType): CellCondition | string {
  const begun = leading.exec(text)?.[0].toLowerCase();
  const [found = '', operator = saying.equal] =
    phrases.find(([known]) => known.toLowerCase() === begun) ?? [];
  const rest = text.slice(found.length).trim();
  const { takes } = operators[operator];
  const label = told(operators[operator].label);
  switch (takes) {
    case 'none':
      return rest === ''
        ? { operator }
        : t('Nothing stands behind “{label}”, and here it is “{rest}”.', { label, rest });
    case 'list': {
      const value = readList(rest, type);
      return value.length === 0 ? t('“{label}” needs at least one value.', { label }) : { operator, value };
    }
    case 'number': {
      const value = numericValue(rest);
      return value === undefined
        ? t('“{label}” needs a number, and “{rest}” is none.', { label, rest })
        : { operator, value };
    }
    case 'text':
    case 'pattern': {
      const value = unquoted(rest) ?? rest;
      return value === '' ? t('“{label}” needs a text.', { label }) : { operator, value };
    }
    case 'any':
      return rest === ''
        ? t('“{label}” needs a value.', { label })
        : { operator, value: readValue(rest, type) };
    default:
      return unreachable(takes);
  }
}

/** A JSON array as it is, else values between commas or semicolons. */
function readList(text: string, type: VariableType): readonly unknown[] {
  const whole = text.startsWith('[') ? tryParseJson(text) : undefined;
  if (Array.isArray(whole)) return whole;
  const parts = splitOutsideQuotes(text, /[,;]/g).filter(part => part.trim() !== '');
  return parts.map(part => readValue(part, type));
}

function readValue(text: string, type: VariableType): unknown {
  const part = text.trim();
  return unquoted(part) ?? (/^[[{]/.test(part) ? tryParseJson(part) : undefined) ?? parseElement(part, type);
}

/** The text within double quotes; undefined where there are none around it. */
function unquoted(text: string): string | undefined {
  if (!/^".*"$/s.test(text)) return undefined;
  const value = tryParseJson(text);
  return typeof value === 'string' ? value : undefined;
}

/** Parts between separators that stand in no quoted text. */
function splitOutsideQuotes(
  text: string,
  separator: RegExp,
  splits: (match: RegExpExecArray) => boolean = () => true,
): string[] {
  const masked = text.replace(/"(?:[^"\\]|\\.)*"/g, quoted => '_'.repeat(quoted.length));
  const parts: string[] = [];
  const from = { place: 0 };
  for (const match of masked.matchAll(separator)) {
    if (!splits(match)) continue;
    parts.push(text.slice(from.place, match.index));
    from.place = match.index + match[0].length;
  }
  return [...parts, text.slice(from.place)];
}
