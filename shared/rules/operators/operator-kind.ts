import type { ConditionOutcome } from '../../model/condition-outcome.ts';
import type { VariableType } from '../../model/variable-type.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import type { Range } from '../range.ts';

/**
 * Everything Weft knows about an operator. `actual` is the variable, `value` the constant; an absent constant is
 * null. Checks, both evaluators, analysis, sentences, the studio's editors and exports read it here and nowhere else.
 */
export interface OperatorKind {
  /** Words for rows and sentences: "phase is planning". */
  readonly label: string;
  /** A mathematical sign, for chips; where there is none, the label itself, so that it has one name everywhere. */
  readonly symbol: string;
  /** What the constant must be: decides the editor and the check. */
  readonly takes: OperandKind;
  /** Types of variables it is meant for; the others stay reachable. */
  readonly suits: readonly VariableType[];
  /** Whether a variable of a suited type can ever hold with this constant; without it, always. */
  readonly fits?: (value: unknown, type: VariableType) => boolean;
  /** What testing costs beside the others: 0 compares, 5 searches with a pattern. Cheap conditions are tested first. */
  readonly cost: number;
  /** The outcome; also asked when `actual` is missing. */
  readonly test: (actual: unknown, value: unknown, regexes: RegexCache) => ConditionOutcome;
  /**
   * Why it did not match, as the words after the variable's name: `is "planning", not "review"`.
   * Asked for the outcomes `failed` and `error` only.
   */
  readonly reason: (actual: unknown, value: unknown, words: ReasonWords) => string;
  /** The condition after its variable, where the label with the constant behind it does not read well. */
  readonly sentence?: (value: unknown) => readonly SentencePiece[];
  /** What the constant alone decides, whatever the variable is; undefined while the variable matters. */
  readonly constant?: (value: unknown) => ConstantVerdict | undefined;
  /**
   * What it says of its variable, as data that the solver reasons with and the compiled evaluator runs. Without it the
   * solver says "unknown", and the compiled evaluator asks `test`.
   */
  readonly domain?: (value: unknown) => Domain;
  /** Values of the variable that tell it from its neighbours: for tests, and for witnesses where it has no domain. */
  readonly boundaries: (value: unknown) => readonly unknown[];
  /** Another name in pipelines. */
  readonly alias?: string;
}

export type OperandKind = 'none' | 'any' | 'list' | 'text' | 'number' | 'pattern';

/** How a reason names values: without secrets, and short. Handed in, because not everybody who asks has reasons to give. */
interface ReasonWords {
  /** `"5"` */
  readonly show: (value: unknown) => string;
  /** `the text "5"` */
  readonly describe: (value: unknown) => string;
  readonly regexes: RegexCache;
}

/** Words as they are, or a constant. */
export type SentencePiece = string | { readonly value: unknown };

export interface ConstantVerdict {
  readonly holds: 'always' | 'never';
  /** A part of a sentence: `nothing is in an empty list`. */
  readonly because: string;
  /** Set where nobody can have meant it, so that it is a problem of the rule. */
  readonly code?: 'null_constant' | 'wrong_operand';
}

/** The values of a variable that a condition holds for. */
export type Domain =
  | { readonly kind: 'never' }
  | { readonly kind: 'given' }
  | { readonly kind: 'missing' }
  /** Equal to one of these, none of which is missing. */
  | { readonly kind: 'one_of'; readonly values: readonly unknown[] }
  /** Missing, or equal to none of these. */
  | { readonly kind: 'none_of'; readonly values: readonly unknown[] }
  | ({ readonly kind: 'range' } & Range)
  /** A text. */
  | { readonly kind: 'starts' | 'ends'; readonly text: string }
  /** A text with this part, or a list with this element. */
  | { readonly kind: 'holds'; readonly value: unknown }
  /** A text in which the pattern is found; nothing where it does not compile. */
  | { readonly kind: 'pattern'; readonly pattern: string };
