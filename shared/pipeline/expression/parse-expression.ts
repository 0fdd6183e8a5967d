import { operatorNamed } from '../../rules/operators.ts';
import {
  comparisons,
  type Expression,
  intentFields,
  type Method,
  maxExpressionDepth,
  maxExpressionLength,
  methods,
} from './expression.ts';

type ParsedExpression =
  | { readonly ok: true; readonly expression: Expression }
  /** `at` is the offset of the fault in UTF-16 units. */
  | { readonly ok: false; readonly reason: string; readonly at: number };

/**
 * Parses a condition: `results.count >= 5`, `results.<alias>.length > 10`, `query.contains('x')`, `${name} == 1`,
 * joined by `and`, `or`, `not` (or `&&`, `||`, `!`) and parentheses. By hand and in linear time; nothing is ever run.
 */
export function parseExpression(text: string): ParsedExpression {
  if (text.length > maxExpressionLength)
    return {
      ok: false,
      reason: `it is longer than ${maxExpressionLength} characters`,
      at: maxExpressionLength,
    };
  try {
    const reader = new TokenReader(tokenize(text));
    const expression = parseOr(reader, 0);
    const rest = reader.peek();
    if (rest.kind !== 'end') throw new ExpressionError(`${quote(rest)} is not expected here`, rest.at);
    return { ok: true, expression };
  } catch (error) {
    if (error instanceof ExpressionError) return { ok: false, reason: error.message, at: error.at };
    throw error;
  }
}

class TokenReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The next token; the one of kind `end` is never passed. */
  peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', value: '', at: 0, end: 0 };
  }

  take(): Token {
    const token = this.peek();
    this.#next += 1;
    return token;
  }

  /** Takes the next token when it is one of these signs or words. */
  takeIf(...wanted: readonly string[]): Token | undefined {
    const token = this.peek();
    const isWanted = (token.kind === 'sign' || token.kind === 'name') && wanted.includes(token.value);
    return isWanted ? this.take() : undefined;
  }

  expect(sign: string, what: string): void {
    if (this.takeIf(sign) !== undefined) return;
    const token = this.peek();
    throw new ExpressionError(`${what} is missing here`, token.at);
  }
}

function parseOr(reader: TokenReader, depth: number): Expression {
  const terms = [parseAnd(reader, depth)];
  while (reader.takeIf('or', '||') !== undefined) terms.push(parseAnd(reader, depth));
  return joined('or', terms);
}

function parseAnd(reader: TokenReader, depth: number): Expression {
  const terms = [parseNot(reader, depth)];
  while (reader.takeIf('and', '&&') !== undefined) terms.push(parseNot(reader, depth));
  return joined('and', terms);
}

function joined(kind: 'and' | 'or', terms: readonly Expression[]): Expression {
  const [only, ...others] = terms;
  return only !== undefined && others.length === 0 ? only : { kind, terms };
}

function parseNot(reader: TokenReader, depth: number): Expression {
  const not = reader.takeIf('not', '!');
  if (not === undefined) return parseComparison(reader, depth);
  return { kind: 'not', term: parseNot(reader, deeper(depth, not)) };
}

function parseComparison(reader: TokenReader, depth: number): Expression {
  const left = parseOperand(reader, depth);
  const sign = reader.takeIf(...comparisons);
  const comparison = comparisons.find(one => one === sign?.value);
  if (comparison === undefined) return left;
  return { kind: 'compare', comparison, left, right: parseOperand(reader, depth) };
}

function parseOperand(reader: TokenReader, depth: number): Expression {
  const start = reader.takeIf('(');
  if (start !== undefined) {
    const inner = parseOr(reader, deeper(depth, start));
    reader.expect(')', 'a closing ")"');
    return parseMembers(reader, inner, depth);
  }
  return parseMembers(reader, parseValue(reader), depth);
}

function deeper(depth: number, { at }: Token): number {
  if (depth >= maxExpressionDepth)
    throw new ExpressionError(`it is nested deeper than ${maxExpressionDepth} levels`, at);
  return depth + 1;
}

const words: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function parseValue(reader: TokenReader): Expression {
  const token = reader.take();
  if (token.kind === 'number' || token.kind === 'text') return { kind: 'literal', value: token.value };
  if (token.kind === 'template') return { kind: 'template', name: token.value };
  if (token.kind === 'sign' && token.value === '-') return negative(reader);
  if (token.kind !== 'name') throw new ExpressionError(`${quote(token)} is no value`, token.at);
  const word = words.get(token.value);
  if (word !== undefined) return { kind: 'literal', value: word };
  const field = intentFields.find(name => name === token.value);
  if (field !== undefined) return { kind: 'intent', field };
  if (token.value === 'results') return parseResult(reader);
  throw new ExpressionError(
    `"${token.value}" is unknown; there are results, ${intentFields.join(', ')}, and \${${token.value}} for a variable`,
    token.at,
  );
}

function negative(reader: TokenReader): Expression {
  const token = reader.take();
  if (token.kind !== 'number') throw new ExpressionError('a number is missing after "-"', token.at);
  return { kind: 'literal', value: -token.value };
}

/** `results.count` and `results.length` are those of the last list; any other name, or one with a member, is an alias. */
function parseResult(reader: TokenReader): Expression {
  reader.expect('.', '".count" or the name of a step');
  const token = reader.take();
  if (token.kind !== 'name') throw new ExpressionError('the name of a step is missing here', token.at);
  const isCount = token.value === 'count' || token.value === 'length';
  return isCount && reader.peek().value !== '.'
    ? { kind: 'last_count' }
    : { kind: 'result', alias: token.value, at: token.at };
}

/** At most one member each time: what `.length` and the methods give has no members. */
function parseMembers(reader: TokenReader, of: Expression, depth: number): Expression {
  if (reader.takeIf('.') === undefined) return of;
  const token = reader.take();
  if (token.kind === 'name' && (token.value === 'length' || token.value === 'count'))
    return { kind: 'length', of };
  const method = token.kind === 'name' ? methodNamed(token.value) : undefined;
  if (method === undefined)
    throw new ExpressionError(
      `${quote(token)} is unknown; there are length, ${methods.join(', ')}`,
      token.at,
    );
  reader.expect('(', `"(" after ${token.value}`);
  const argument = parseOr(reader, deeper(depth, token));
  reader.expect(')', 'a closing ")"');
  return { kind: 'call', of, method, argument };
}

/** `startsWith` and `endsWith` are read as aliases, as in filters. */
function methodNamed(name: string): Method | undefined {
  const operator = operatorNamed(name);
  return methods.find(method => method === operator);
}

const quote = (token: Token): string => (token.kind === 'end' ? 'the end' : `"${String(token.value)}"`);

/** One token of a condition. `at` is its offset in UTF-16 units, `end` the one behind it. */
type Token =
  | { readonly kind: 'number'; readonly value: number; readonly at: number; readonly end: number }
  | { readonly kind: 'text'; readonly value: string; readonly at: number; readonly end: number }
  | {
      readonly kind: 'name' | 'template' | 'sign' | 'end';
      readonly value: string;
      readonly at: number;
      readonly end: number;
    };

/** What is wrong with a condition, and where (offset in UTF-16 units). */
class ExpressionError extends Error {
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
function tokenize(text: string): Token[] {
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
