/** One token of a condition. `at` is its offset in UTF-16 units, `end` the one behind it. */
export type Token =
  | { readonly kind: 'number'; readonly value: number; readonly at: number; readonly end: number }
  | { readonly kind: 'text'; readonly value: string; readonly at: number; readonly end: number }
  | {
      readonly kind: 'name' | 'template' | 'sign' | 'end';
      readonly value: string;
      readonly at: number;
      readonly end: number;
    };

/** What is wrong with a condition, and where (offset in UTF-16 units). */
export class ExpressionError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.name = 'ExpressionError';
    this.at = at;
  }
}

// Sticky, so that each looks at one place only: the time is linear in the length.
const space = /\s+/y;
const number = /\d+(?:\.\d+)?/y;
const name = /[A-Za-z_][A-Za-z0-9_]*/y;
const template = /\$\{([^{}]+)\}/y;
const sign = /&&|\|\||==|!=|>=|<=|[><!().,-]/y;
const quoted = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/sy;

/** Splits a condition into tokens, ended by one of kind `end`; throws `ExpressionError` at what is none. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const blank = matchAt(space, text, at);
    if (blank !== undefined) {
      at += blank[0].length;
      continue;
    }
    const token = tokenAt(text, at);
    tokens.push(token);
    at = token.end;
  }
  return [...tokens, { kind: 'end', value: '', at, end: at }];
}

function tokenAt(text: string, at: number): Token {
  const digits = matchAt(number, text, at);
  if (digits) return { kind: 'number', value: Number(digits[0]), at, end: at + digits[0].length };
  const word = matchAt(name, text, at);
  if (word) return { kind: 'name', value: word[0], at, end: at + word[0].length };
  const variable = matchAt(template, text, at);
  if (variable)
    return { kind: 'template', value: (variable[1] ?? '').trim(), at, end: at + variable[0].length };
  const literal = matchAt(quoted, text, at);
  if (literal) return { kind: 'text', value: withoutEscapes(literal[0]), at, end: at + literal[0].length };
  const symbol = matchAt(sign, text, at);
  if (symbol) return { kind: 'sign', value: symbol[0], at, end: at + symbol[0].length };
  throw new ExpressionError(complaint(text, at), at);
}

function complaint(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === "'" || character === '"') return `the text that begins here has no closing ${character}`;
  if (character === '=') return 'a comparison is written "=="';
  return `"${character}" means nothing here`;
}

/** A backslash takes the next character as it is. */
const withoutEscapes = (literal: string): string => literal.slice(1, -1).replace(/\\(.)/gs, '$1');

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
