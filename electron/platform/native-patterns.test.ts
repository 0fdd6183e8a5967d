import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../shared/rules/compile-pattern.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { compilePatternNatively, isLinearEverywhere } from './native-patterns.ts';

describe('compilePatternNatively', () => {
  it.each(['error', '^fix ', 'error [a-z]+ cache', '\\bones?\\b', 'v\\d\\.\\d', 'issue #\\d+', '[a-z]x$'])(
    'takes %s',
    pattern => {
      expect(isLinearEverywhere(pattern)).toBe(true);
    },
  );

  it.each([
    '(a+)+$',
    'a.*b',
    '[a-z]+x',
    'x[a-z]+y',
    '[a-z]*[a-z]*',
    'a{2,5}',
    '(a|b)',
    '[^a]b',
    '(?i)a',
    'é',
    '\\s+',
    'a\\p{L}',
    'a++',
    'a|b',
    'a b*c',
    'a?a?a?a?aaaa',
    '\\w[0-9]+x',
  ])('leaves %s to RE2', pattern => {
    expect(isLinearEverywhere(pattern)).toBe(false);
  });

  it('finds exactly what RE2 finds', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      ' ',
      '-',
      '\\b',
      '\\d',
      '\\w',
      '[ab]',
      '[a-c]',
      '?',
      '+',
      '*',
      '^',
      '$',
      '\\.',
      '.',
      '1',
      '_',
      '😀',
    );
    const pattern = fc.array(atom, { minLength: 1, maxLength: 7 }).map(parts => parts.join(''));
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ' ', '-', '.', '1', '_', '\n', '😀', 'é'), { maxLength: 8 })
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(pattern, text, (tried, subject) => {
        fc.pre(isLinearEverywhere(tried));
        const reference = compilePattern(tried);
        const native = compilePatternNatively(tried);
        expect(native.ok && native.isFoundIn(subject)).toBe(reference.ok && reference.isFoundIn(subject));
      }),
      { numRuns: propertyRuns(20_000) },
    );
  });

  it('stays linear on texts made to hurt', () => {
    const text = 'error '.repeat(10_000) + 'a'.repeat(5000);
    for (const pattern of ['error [a-z]+ cache', '\\berrors?\\b x', 'error \\w+-']) {
      const compiled = compilePatternNatively(pattern);
      expect(compiled.ok && compiled.isFoundIn(text)).toBe(false);
    }
  });
});
