import { isMissing } from '../../../../shared/model/json.ts';
import { describeValue, showValue } from '../describe-value.ts';
import type { OperatorTest } from './operator-test.ts';

/** The shape `starts_with` and `ends_with` share: both sides are texts, else it is an error (R4). */
export function textComparison(
  words: string,
  holds: (actual: string, value: string) => boolean,
): OperatorTest {
  return {
    test(actual, value) {
      if (isMissing(actual)) return 'missing';
      if (typeof actual !== 'string' || typeof value !== 'string') return 'error';
      return holds(actual, value) ? 'matched' : 'failed';
    },
    reason(actual, value) {
      if (typeof actual !== 'string') return `is ${describeValue(actual)}, not a text`;
      if (typeof value !== 'string') return `cannot ${words} ${describeValue(value)}; give a text`;
      return `is ${showValue(actual)}, which does not ${words} ${showValue(value)}`;
    },
  };
}
