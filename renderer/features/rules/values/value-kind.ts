import { isMissing } from '../../../../shared/model/json.ts';

/** The types a constant may be given by hand; everything nested is written as JSON. */
export const valueKinds = ['text', 'number', 'boolean', 'null', 'json'] as const;
export type ValueKind = (typeof valueKinds)[number];

export const valueKindLabels = {
  text: 'Text',
  number: 'Number',
  boolean: 'True or false',
  null: 'Null',
  json: 'JSON',
} as const satisfies Record<ValueKind, string>;

const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

export function kindOfValue(value: unknown): ValueKind {
  if (isMissing(value)) return 'null';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'json';
}

/** The same value as another type as far as one is meant by it ("5" and 5), else that type's plainest value. */
export function convertToKind(value: unknown, kind: ValueKind): unknown {
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? value : isMissing(value) ? '' : JSON.stringify(value);
    case 'number':
      return asNumber(value) ?? 0;
    case 'boolean':
      return asBoolean(value) ?? true;
    case 'null':
      return null;
    case 'json':
      return typeof value === 'object' && value !== null ? value : {};
  }
}

/** A finite number, also when written as text (R4 numeric); undefined when none is meant. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !numeric.test(value.trim())) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

export function asBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
