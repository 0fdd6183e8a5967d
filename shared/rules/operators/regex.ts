import { isMissing } from '../../model/json.ts';
import type { OperatorKind } from './operator-kind.ts';
import { textTypes } from './suited-types.ts';

/** Longest text a pattern is tried on, in UTF-16 units: 64 Ki. */
export const maxSubjectLength = 65_536;

/** `regex`: an RE2 pattern is found in the text. A bad pattern is an error in any case. */
export const regex: OperatorKind = {
  label: 'matches',
  symbol: 'matches',
  takes: 'pattern',
  suits: textTypes,
  cost: 5,
  test(actual, value, regexes) {
    if (typeof value !== 'string') return 'error';
    const pattern = regexes.get(value);
    if (!pattern.ok) return 'error';
    if (isMissing(actual)) return 'missing';
    if (typeof actual !== 'string' || actual.length > maxSubjectLength) return 'error';
    return pattern.isFoundIn(actual) ? 'matched' : 'failed';
  },
  reason(actual, value, { show, describe, regexes }) {
    if (typeof value !== 'string')
      return `cannot be tested: "matches" needs a pattern, not ${describe(value)}`;
    const pattern = regexes.get(value);
    if (!pattern.ok) return `cannot be tested: ${pattern.reason}`;
    if (typeof actual !== 'string') return `is ${describe(actual)}, not a text`;
    if (actual.length > maxSubjectLength)
      return `cannot be tested: too_long: the text has ${actual.length} characters, at most ${maxSubjectLength} are searched`;
    return `is ${show(actual)}, which does not match ${value}`;
  },
  domain: value => (typeof value === 'string' ? { kind: 'pattern', pattern: value } : { kind: 'never' }),
  boundaries: value => [value, String(value).replace(/\W/g, ''), `x${String(value)}x`, ''],
};
