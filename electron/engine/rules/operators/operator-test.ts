import type { ConditionOutcome } from '../../../../shared/model/evaluation.ts';
import type { RegexCache } from '../regex-cache.ts';

/** What one operator does (R4). `actual` is the variable, `value` the constant; an absent constant is null. */
export interface OperatorTest {
  /** The outcome; also asked when `actual` is missing. */
  readonly test: (actual: unknown, value: unknown, regexes: RegexCache) => ConditionOutcome;
  /**
   * Why it did not match, as the words after the variable's name: `is "planning", not "review"`.
   * Asked for the outcomes `failed` and `error` only.
   */
  readonly reason: (actual: unknown, value: unknown, regexes: RegexCache) => string;
}
