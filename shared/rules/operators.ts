/** The fourteen operators in catalogue order (R4). */
export const operators = [
  'exists',
  'not_exists',
  'eq',
  'neq',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'regex',
] as const;
export type Operator = (typeof operators)[number];

/** What a condition's constant must be: decides the value control and the linter's type check. */
export type OperandKind = 'none' | 'any' | 'list' | 'text' | 'number' | 'pattern';

/** Types of variables an operator is meant for; the others stay reachable. */
export type VariableType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'unknown';

export interface OperatorInfo {
  /** Words for rows and sentences: "phase is planning". */
  readonly words: string;
  /** Short sign for chips. */
  readonly symbol: string;
  readonly operand: OperandKind;
  readonly suits: readonly VariableType[];
  /** True when a missing variable satisfies it (R3 `on_missing`). */
  readonly matchesMissing: boolean;
}

const every: readonly VariableType[] = ['string', 'number', 'boolean', 'array', 'object', 'unknown'];
const texts: readonly VariableType[] = ['string', 'unknown'];
const numbers: readonly VariableType[] = ['number', 'string', 'unknown'];

/** Names, signs and operand kinds of the operators; shared by builder, sentence, linter and engine (R4). */
export const operatorCatalog = {
  exists: { words: 'exists', symbol: 'exists', operand: 'none', suits: every, matchesMissing: false },
  not_exists: {
    words: 'does not exist',
    symbol: 'not exists',
    operand: 'none',
    suits: every,
    matchesMissing: true,
  },
  eq: { words: 'is', symbol: '=', operand: 'any', suits: every, matchesMissing: false },
  neq: { words: 'is not', symbol: '≠', operand: 'any', suits: every, matchesMissing: true },
  in: { words: 'is one of', symbol: 'in', operand: 'list', suits: every, matchesMissing: false },
  not_in: { words: 'is none of', symbol: 'not in', operand: 'list', suits: every, matchesMissing: true },
  contains: {
    words: 'contains',
    symbol: 'contains',
    operand: 'any',
    suits: ['string', 'array', 'unknown'],
    matchesMissing: false,
  },
  starts_with: {
    words: 'starts with',
    symbol: 'starts',
    operand: 'text',
    suits: texts,
    matchesMissing: false,
  },
  ends_with: { words: 'ends with', symbol: 'ends', operand: 'text', suits: texts, matchesMissing: false },
  gt: { words: 'is more than', symbol: '>', operand: 'number', suits: numbers, matchesMissing: false },
  gte: { words: 'is at least', symbol: '≥', operand: 'number', suits: numbers, matchesMissing: false },
  lt: { words: 'is less than', symbol: '<', operand: 'number', suits: numbers, matchesMissing: false },
  lte: { words: 'is at most', symbol: '≤', operand: 'number', suits: numbers, matchesMissing: false },
  regex: { words: 'matches', symbol: 'regex', operand: 'pattern', suits: texts, matchesMissing: false },
} as const satisfies Record<Operator, OperatorInfo>;
