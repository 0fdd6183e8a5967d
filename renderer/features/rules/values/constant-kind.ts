import { unreachable } from '../../../../shared/contract/errors.ts';
import { isMissing } from '../../../../shared/model/json.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import { textOf } from '../../../../shared/rules/value-for-operator.ts';
import { t } from '../../../texts/texts.ts';

/** What a constant of a condition may be made by hand; everything nested is written as JSON. */
export const constantKinds = ['text', 'number', 'boolean', 'null', 'json'] as const;
export type ConstantKind = (typeof constantKinds)[number];

export const constantKindLabels = {
  text: t('Text'),
  number: t('Number'),
  boolean: t('True or false'),
  null: t('Null'),
  json: 'JSON',
} as const satisfies Record<ConstantKind, string>;

export function kindOfConstant(value: unknown): ConstantKind {
  if (isMissing(value)) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'json';
}

/** The same value as another type as far as one is meant by it ("5" and 5), else that type's plainest value. */
export function convertConstant(value: unknown, kind: ConstantKind): unknown {
  switch (kind) {
    case 'text':
      return textOf(value);
    case 'number':
      return numericValue(value) ?? 0;
    case 'boolean':
      return asBoolean(value) ?? true;
    case 'null':
      return null;
    case 'json':
      return typeof value === 'object' && value !== null ? value : {};
    default:
      return unreachable(kind);
  }
}

export function asBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
