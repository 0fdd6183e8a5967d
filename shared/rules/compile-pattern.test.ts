import { expect, it } from 'vitest';
import { compilePattern } from './compile-pattern.ts';

it.each([
  ['plan', 'a plan b', true],
  ['^plan', 'a plan', false],
  ['(?i)EXPLAIN', 'please explain', true],
  ['é$', 'café', true],
  ['', 'anything', true],
])('/%s/ on "%s" is found: %s', (pattern, text, found) => {
  const compiled = compilePattern(pattern);
  expect(compiled.ok && compiled.isFoundIn(text)).toBe(found);
});

it.each([
  ['(?=a)', 'the pattern does not compile: RE2 has no look-around ("(?=")'],
  ['(?<!a)b', 'the pattern does not compile: RE2 has no look-around ("(?<!")'],
  ['(a)\\1', 'the pattern does not compile: RE2 has no back-reference ("\\1")'],
  ['(?<n>a)\\k<n>', 'the pattern does not compile: RE2 has no back-reference ("\\k")'],
  ['(?>a)', 'the pattern does not compile: RE2 has no atomic group ("(?>")'],
  ['\\(?=[', 'the pattern does not compile: missing closing ]: "["'],
  ['(', 'the pattern does not compile: missing closing ): "("'],
  [
    '((a{1000}){1000}){1000}',
    'too_large: written out, the repetitions of the pattern come to 1,002,002,000 steps, at most 5,000 are allowed',
  ],
  [
    'a{1000}'.repeat(6),
    'too_large: written out, the repetitions of the pattern come to 6,000 steps, at most 5,000 are allowed',
  ],
  ['a'.repeat(1001), 'too_long: the pattern has 1,001 characters, at most 1,000 are allowed'],
])('/%.30s/ is refused with the offending part', (pattern, reason) => {
  expect(compilePattern(pattern)).toEqual({ ok: false, reason });
});
