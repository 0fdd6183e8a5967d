import { isJsonEqual, isMissing } from '../../model/json.ts';
import type { Condition } from '../../model/rule.ts';
import { showValue } from '../describe-value.ts';
import { fieldLabel } from '../field-name.ts';
import { operators } from '../operators.ts';

/** A value of a condition's variable on one side of where it turns; undefined is a missing one. */
export interface Boundary {
  readonly value: unknown;
  /** As in `phase just after planning`. */
  readonly words: string;
}

/** So many values are looked at for one condition: those of long lists are alike. */
const mostBoundaries = 24;

/** The values that tell a condition from its neighbours, and a missing variable. */
export function boundariesOf(condition: Condition): Boundary[] {
  const { operator, value: constant = null } = condition;
  const behind =
    typeof constant === 'string' && operators[operator].takes !== 'pattern' ? [`${constant}x`] : [];
  const near = [...operators[operator].boundaries(constant), ...behind].filter(value => !isMissing(value));
  const distinct = near.filter((value, at) => near.findIndex(other => isJsonEqual(other, value)) === at);
  const values = [undefined, ...distinct.slice(0, mostBoundaries)];
  return values.map(value => ({
    value,
    words: `${fieldLabel(condition.field)} ${wordsOf(value, constant)}`,
  }));
}

function wordsOf(value: unknown, constant: unknown): string {
  if (value === undefined) return 'missing';
  if (isJsonEqual(value, constant)) return `exactly ${bare(value)}`;
  if (value === '') return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list: ${showValue(value)}`;
  if (typeof constant === 'number') return besideNumber(value, constant);
  if (typeof constant === 'string' && typeof value === 'string') return besideText(value, constant);
  return bare(value);
}

function besideNumber(value: unknown, constant: number): string {
  if (value === constant - 1) return `just below ${constant}`;
  if (value === constant + 1) return `just above ${constant}`;
  return typeof value === 'string' ? `as the text ${showValue(value)}` : bare(value);
}

function besideText(value: string, constant: string): string {
  if (constant !== '' && value.startsWith(constant)) return `just after ${bare(constant)}`;
  if (value !== '' && constant.startsWith(value)) return `just before ${bare(constant)}`;
  if (value === JSON.stringify(constant)) return `${constant} in quotes`;
  if (constant !== '' && value.endsWith(constant)) return `${bare(constant)} with more before it`;
  return bare(value);
}

const bare = (value: unknown): string => showValue(value).replace(/^"(.+)"$/s, '$1');
