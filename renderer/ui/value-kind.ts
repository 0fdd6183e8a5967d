import { unreachable } from '../../shared/contract/errors.ts';
import { isJsonObject } from '../../shared/model/json.ts';
import type { VariableType } from '../../shared/model/variable-type.ts';
import { textOf } from '../../shared/rules/value-for-operator.ts';
import { t } from '../texts/texts.ts';
import { plainNumber } from './parse-number.ts';
import { splitList } from './split-list.ts';

/** How a value is shown and edited. Missing, null and empty text are three states of their own. */
export type ValueKind = 'missing' | 'null' | 'empty' | 'text' | 'number' | 'boolean' | 'list' | 'json';

export const valueKindLabels = {
  missing: t('Missing'),
  null: t('Null'),
  empty: t('Empty text'),
  text: t('Text'),
  number: t('Number'),
  boolean: t('True or false'),
  list: t('List of texts'),
  json: 'JSON',
} as const satisfies Record<ValueKind, string>;

export function valueKind(value: unknown): ValueKind {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (value === '') return 'empty';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return Array.isArray(value) && value.every(entry => typeof entry === 'string') ? 'list' : 'json';
}

/** The value as near as possible in another kind; `undefined` is missing. */
export function convertValue(value: unknown, kind: ValueKind, example?: unknown): unknown {
  switch (kind) {
    case 'missing':
      return undefined;
    case 'null':
      return null;
    case 'empty':
      return '';
    case 'text':
      return nonEmpty(textOf(value)) ?? nonEmpty(textOf(example)) ?? 'text';
    case 'number':
      return asNumber(value) ?? asNumber(example) ?? 0;
    case 'boolean':
      return textOf(value).trim().toLowerCase() === 'true' || value === 1;
    case 'list':
      return splitList(textOf(value));
    case 'json':
      return isJsonObject(value) || Array.isArray(value) ? value : {};
    default:
      return unreachable(kind);
  }
}

/** What typing into an unset field gives: the variable's known type where the text fits it, else a text. */
export function typedValue(text: string, type: VariableType): unknown {
  if (type === 'number') return asNumber(text) ?? text;
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** A text is data, which has its numbers as JSON does, whatever the language of the page is. */
function asNumber(value: unknown): number | undefined {
  return typeof value === 'string'
    ? plainNumber(value.trim())
    : typeof value === 'number'
      ? value
      : undefined;
}

const nonEmpty = (text: string): string | undefined => (text === '' ? undefined : text);
