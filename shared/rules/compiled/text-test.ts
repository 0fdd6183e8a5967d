import type { RegexCache } from '../evaluation/regex-cache.ts';
import { type PatternLiteral, patternLiteral } from './pattern-literal.ts';

/** A test of a text that the variable is known to be. */
export type TextTest = (text: string) => boolean;

/** The cheapest test that means what the pattern means; undefined when the pattern does not compile. */
export function regexTest(pattern: string, regexes: RegexCache): TextTest | undefined {
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
