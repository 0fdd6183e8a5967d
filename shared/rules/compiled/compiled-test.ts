import { unreachable } from '../../contract/errors.ts';
import { includesJson, isJsonEqual } from '../../model/json.ts';
import type { Condition } from '../../model/rule.ts';
import type { RegexCache } from '../evaluation/regex-cache.ts';
import { numericValue } from '../numeric-value.ts';
import type { Domain } from '../operators/operator-kind.ts';
import { maxSubjectLength } from '../operators/regex.ts';
import { domainOf, operators } from '../operators.ts';
import { isInRange, type Range } from '../range.ts';
import { type PatternLiteral, patternLiteral } from './pattern-literal.ts';

/** One condition ready to run: gets the variable, answers whether it matched. Missing is undefined. */
export type ValueTest = (actual: unknown) => boolean;

/** Nothing matches it, whatever the variable is. */
export const never: ValueTest = () => false;

/** Turns a condition into a closure; constants are judged once. Same answers as `conditionOutcome`. */
export function compileTest(condition: Condition, regexes: RegexCache): ValueTest {
  const domain = domainOf(condition);
  if (domain) return domainTest(domain, regexes);
  const { test } = operators[condition.operator];
  const value: unknown = condition.value ?? null;
  return actual => test(actual, value, regexes) === 'matched';
}

function domainTest(domain: Domain, regexes: RegexCache): ValueTest {
  switch (domain.kind) {
    case 'never':
      return never;
    case 'given':
      return actual => actual !== undefined;
    case 'missing':
      return actual => actual === undefined;
    case 'one_of':
      return actual => includesJson(domain.values, actual);
    case 'none_of':
      return actual => !includesJson(domain.values, actual);
    case 'range':
      return rangeTest(domain);
    case 'starts':
      return textTest(text => text.startsWith(domain.text));
    case 'ends':
      return textTest(text => text.endsWith(domain.text));
    case 'holds':
      return holdsTest(domain.value);
    case 'pattern':
      return textTest(regexTest(domain.pattern, regexes), maxSubjectLength);
    default:
      return unreachable(domain);
  }
}

function holdsTest(constant: unknown): ValueTest {
  return actual => {
    if (Array.isArray(actual)) return actual.some(element => isJsonEqual(element, constant));
    return typeof actual === 'string' && typeof constant === 'string' && actual.includes(constant);
  };
}

function textTest(test: TextTest | undefined, longest = Infinity): ValueTest {
  if (!test) return never;
  return actual => typeof actual === 'string' && actual.length <= longest && test(actual);
}

function rangeTest(range: Range): ValueTest {
  return actual => {
    const number = numericValue(actual);
    return number !== undefined && isInRange(number, range);
  };
}

/** A test of a text that the variable is known to be. */
type TextTest = (text: string) => boolean;

/** The cheapest test that means what the pattern means; undefined when the pattern does not compile. */
function regexTest(pattern: string, regexes: RegexCache): TextTest | undefined {
  const compiled = regexes.get(pattern);
  if (!compiled.ok) return undefined;
  const literal = patternLiteral(pattern);
  if (literal?.kind === 'exact') return literalTest(literal);
  const { isFoundIn } = compiled;
  if (literal === undefined) return isFoundIn;
  const { kind, texts } = literal;
  // A dot does not match the end of a line.
  const isDecided = kind === 'sequence' ? (text: string) => !text.includes('\n') : () => false;
  return text => holdsInOrder(text, texts) && (isDecided(text) || isFoundIn(text));
}

/** Rules out most texts without the regex: re2js alone costs as much as hundreds of these. */
function holdsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

function literalTest({ anchor, texts }: Extract<PatternLiteral, { kind: 'exact' }>): TextTest {
  const tests = texts.map(literal => singleTest(anchor, literal));
  const [only] = tests;
  return tests.length === 1 && only !== undefined ? only : text => tests.some(test => test(text));
}

function singleTest(anchor: 'none' | 'start' | 'end' | 'both', literal: string): TextTest {
  if (anchor === 'start') return text => text.startsWith(literal);
  if (anchor === 'end') return text => text.endsWith(literal);
  if (anchor === 'both') return text => text === literal;
  return text => text.includes(literal);
}
