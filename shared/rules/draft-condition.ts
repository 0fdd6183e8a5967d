import type { DraftCondition } from '../model/layout.ts';
import type { Condition } from '../model/rule.ts';
import { numericValue } from './numeric-value.ts';
import type { OperandKind } from './operators/operator-kind.ts';
import { operators } from './operators.ts';

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Whether a value says enough to be compared with. An empty text is nothing that somebody has typed. */
const saysEnough = {
  none: () => true,
  any: value => value !== undefined && value !== '',
  list: value => Array.isArray(value) && value.length > 0,
  text: isText,
  number: value => numericValue(value) !== undefined,
  pattern: isText,
} as const satisfies Record<OperandKind, (value: unknown) => boolean>;

/** What a draft still lacks before it is a condition; undefined where it lacks nothing. */
export function lackOf({ field = '', operator, value }: DraftCondition): 'field' | 'value' | undefined {
  if (field.trim() === '') return 'field';
  return saysEnough[operators[operator].takes](value) ? undefined : 'value';
}

/** The condition that a draft has become; undefined while it lacks something. */
export function completeCondition(draft: DraftCondition): Condition | undefined {
  const { field = '', operator, value, ...rest } = draft;
  if (lackOf(draft) !== undefined) return undefined;
  const isAlone = operators[operator].takes === 'none';
  return { ...rest, field: field.trim(), operator, ...(!isAlone && { value }) };
}
