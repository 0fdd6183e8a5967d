import { maxSubjectLength } from '../../../../shared/rules/compile-pattern.ts';
import type { RegexCache } from '../regex-cache.ts';
import { type PatternLiteral, patternLiteral } from './pattern-literal.ts';

/** A test of a text that the variable is known to be. */
export type TextTest = (text: string) => boolean;

/** The cheapest test that means what the pattern means; undefined when the pattern does not compile (R4). */
export function regexTest(pattern: string, regexes: RegexCache): TextTest | undefined {
  const compiled = regexes.get(pattern);
  if (!compiled.ok) return undefined;
  const literal = patternLiteral(pattern);
  if (literal?.kind === 'exact') return withinLimit(literalTest(literal));
  const { isFoundIn } = compiled;
  if (literal === undefined) return withinLimit(isFoundIn);
  const { kind, texts } = literal;
  // A dot does not match the end of a line.
  const isDecided = kind === 'sequence' ? (text: string) => !text.includes('\n') : () => false;
  return withinLimit(text => holdsInOrder(text, texts) && (isDecided(text) || isFoundIn(text)));
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
  const [first] = texts;
  const one = singleTest(anchor);
  if (texts.length === 1 && first !== undefined) return text => one(text, first);
  return text => texts.some(literal => one(text, literal));
}

function singleTest(anchor: 'none' | 'start' | 'end' | 'both'): (text: string, literal: string) => boolean {
  if (anchor === 'start') return (text, literal) => text.startsWith(literal);
  if (anchor === 'end') return (text, literal) => text.endsWith(literal);
  if (anchor === 'both') return (text, literal) => text === literal;
  return (text, literal) => text.includes(literal);
}

function withinLimit(test: TextTest): TextTest {
  return text => text.length <= maxSubjectLength && test(text);
}
