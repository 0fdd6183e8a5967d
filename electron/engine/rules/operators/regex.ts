import { isMissing } from '../../../../shared/model/json.ts';
import { maxSubjectLength } from '../../../../shared/rules/compile-pattern.ts';
import { describeValue, showValue } from '../describe-value.ts';
import type { OperatorTest } from './operator-test.ts';

/** R4 `regex`: an RE2 pattern is found in the text. A bad pattern is an error in any case. */
export const regex: OperatorTest = {
  test(actual, value, regexes) {
    if (typeof value !== 'string') return 'error';
    const pattern = regexes.get(value);
    if (!pattern.ok) return 'error';
    if (isMissing(actual)) return 'missing';
    if (typeof actual !== 'string' || actual.length > maxSubjectLength) return 'error';
    return pattern.isFoundIn(actual) ? 'matched' : 'failed';
  },
  reason(actual, value, regexes) {
    if (typeof value !== 'string')
      return `cannot be tested: "regex" needs a pattern, not ${describeValue(value)}`;
    const pattern = regexes.get(value);
    if (!pattern.ok) return `cannot be tested: ${pattern.reason}`;
    if (typeof actual !== 'string') return `is ${describeValue(actual)}, not a text`;
    if (actual.length > maxSubjectLength)
      return `cannot be tested: too_long: the text has ${actual.length} characters, at most ${maxSubjectLength} are searched`;
    return `is ${showValue(actual)}, which does not match ${value}`;
  },
};
