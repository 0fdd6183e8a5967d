import { includesJson, isMissing } from '../../model/json.ts';
import type { OperatorKind } from './operator-kind.ts';

/** `contains`: a part of a text, or an element of a list. */
export const contains: OperatorKind = {
  label: 'contains',
  symbol: 'contains',
  takes: 'any',
  suits: ['string', 'array', 'unknown'],
  fits: (value, type) => type !== 'string' || typeof value === 'string',
  cost: 4,
  test(actual, value) {
    if (isMissing(actual)) return 'missing';
    if (Array.isArray(actual)) return includesJson(actual, value) ? 'matched' : 'failed';
    if (typeof actual !== 'string' || typeof value !== 'string') return 'error';
    return actual.includes(value) ? 'matched' : 'failed';
  },
  reason(actual, value, { show, describe }) {
    if (Array.isArray(actual)) return `is ${show(actual)}, which does not hold ${describe(value)}`;
    if (typeof actual !== 'string') return `is ${describe(actual)}; "contains" needs a text or a list`;
    if (typeof value !== 'string') return `is a text; it cannot contain ${describe(value)}`;
    return `is ${show(actual)}, which does not contain ${show(value)}`;
  },
  domain: value => ({ kind: 'holds', value }),
  boundaries: value => [value, [value], [], [[value]], `x${String(value)}x`, 'x'],
};
