import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../compile-pattern.ts';
import { patternSamples } from './pattern-samples.ts';

describe('samples of a pattern', () => {
  it.each<[string, string[]]>([
    ['fix', ['fix']],
    ['', ['']],
    ['a|b', ['a', 'b']],
    ['^a$', ['a']],
    ['.', ['x']],
    ['a+b', ['ab']],
    ['a*b', ['ab', 'b']],
    ['a?', ['a', '']],
    ['a+?b', ['ab']],
    ['a??b', ['ab', 'b']],
    ['a{3}', ['aaa']],
    ['a{2,}b', ['aab']],
    ['(ab){2,3}?c', ['ababc']],
    ['a{0}b', ['b']],
    ['a{12}', ['a'.repeat(12)]],
    ['a{,2}', ['a{,2}']],
    ['(fix|bug) it', ['fix it', 'bug it']],
    ['(?:a|b)c', ['ac', 'bc']],
    ['(?P<name>a)b', ['ab']],
    ['(?<name>a)b', ['ab']],
    ['(?i)a', ['a']],
    ['(?i:a|b)c', ['ac', 'bc']],
    ['(?i-s:a)b', ['ab']],
    ['(?i)urgent|^hot(fix)?s?$', ['urgent', 'hotfixs', 'hotfix', 'hots', 'hot']],
    ['[abc]d', ['ad']],
    ['[]a]d', [']d']],
    ['[\\d]x', ['1x']],
    ['[a\\]b]x', ['ax']],
    ['[^abc]d', ['xd']],
    ['[^x]d', ['ad']],
    ['[^]x]d', ['ad']],
    ['[^xa0]d', [' d']],
    ['\\d\\w\\s\\S\\D', ['1a xx']],
    ['a\\Wb', ['a b']],
    ['\\bfix\\b', ['fix']],
    ['\\Afix\\z', ['fix']],
    ['a\\nb\\tc\\rd', ['a\nb\tc\rd']],
    ['a\\.b\\(c\\)', ['a.b(c)']],
    ['\\/src', ['/src']],
    ['(a|b)(c|d)', ['ac', 'ad', 'bc', 'bd']],
  ])('%j are %j, and it is found in each', (pattern, samples) => {
    expect(patternSamples(pattern)).toEqual(samples);
    const compiled = compilePattern(pattern);
    expect(samples.map(sample => compiled.ok && compiled.isFoundIn(sample))).toEqual(samples.map(() => true));
  });

  it.each([
    ['look-around', 'a(?=b)'],
    ['a class by its name', '[[:alpha:]]'],
    ['a class by its name in others', '[a[:alpha:]]'],
    ['a Unicode class', '\\pL'],
    ['a group that does not end', '(a'],
    ['a group that never began', 'a)'],
    ['a class of which nothing is known to be outside', '[^xa0 ~Z]'],
    ['a range that is shut out', '[^a-c]'],
    ['an escape that is shut out', '[^\\d]'],
    ['what is too long to be found', 'a'.repeat(1001)],
    ['what is too large to be found', '(a{1000}){1000}'],
  ])('are none of %s', (_what, pattern) => {
    expect(patternSamples(pattern)).toEqual([]);
  });

  it('are six at most, whatever is multiplied', () => {
    expect(patternSamples('a|b|c|d|e|f|g|h')).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(patternSamples('(a|b)(c|d)(e|f)')).toEqual(['ace', 'acf', 'ade', 'adf', 'bce', 'bcf']);
    expect(patternSamples('(a|b|c|d|e|f|g|h)i')).toHaveLength(6);
    expect(patternSamples('a{500}')).toEqual(['a'.repeat(500)]);
  });
});
