import { RE2JS } from 're2js';
import { expect, it, vi } from 'vitest';
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
    'too_large: written out, the pattern comes to 1,002,002,000 steps, at most 500 are allowed',
  ],
  ['a{1000}'.repeat(6), 'too_large: written out, the pattern comes to 6,000 steps, at most 500 are allowed'],
  ['a'.repeat(1001), 'too_long: the pattern has 1,001 characters, at most 1,000 are allowed'],
])('/%.30s/ is refused with the offending part', (pattern, reason) => {
  expect(compilePattern(pattern)).toEqual({ ok: false, reason });
});

it.each([
  [
    'a long list of words',
    `^(?:${Array.from({ length: 60 }, (_, word) => `src/part${word + 10}/.*`).join('|')})$`,
  ],
  ['repetitions of common patterns', '^[\\w-]{1,64}\\.[A-Za-z]{2,63}$|\\b[0-9a-f]{40}\\b|.{0,200}!'],
])('takes %s', (_, pattern) => {
  expect(compilePattern(pattern)).toMatchObject({ ok: true });
});

it.each(['.'.repeat(1000), 'a?'.repeat(500), '(?:..?){200}', '[ab]*a[ab]{510}[cd]'])(
  'refuses what has too many steps that are alive at once: %.30s',
  pattern => {
    expect(compilePattern(pattern)).toMatchObject({ ok: false, reason: expect.stringMatching(/^too_large/) });
  },
);

it.each([
  '(a+)+$',
  '(a|aa)+b',
  '(a*)*[bc]',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*a){12}[cd]',
  '[ab]*a[ab]{200}[cd]',
  '[ab]*a[ab]{490}[cd]',
])('searches 8 KiB without putting together a state for each character: /%s/', pattern => {
  const compile = vi.spyOn(RE2JS, 'compile');
  const compiled = compilePattern(pattern);
  const regex: RE2JS = compile.mock.results[0]?.value;
  compile.mockRestore();
  const states = vi.spyOn(regex.re2().dfa, 'closure');
  if (!compiled.ok) throw new Error(compiled.reason);
  compiled.isFoundIn(restlessText(8192));
  expect(states.mock.calls.length).toBeLessThan(2000);
});

/** Letters a and b without a rhythm, so that a state seldom comes again. */
function restlessText(length: number): string {
  let state = 7;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state & 0x1_0000 ? 'a' : 'b';
  }).join('');
}
