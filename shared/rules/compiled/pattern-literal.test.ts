import { describe, expect, it } from 'vitest';
import { createRegexCache } from '../evaluation/regex-cache.ts';
import { compileTest } from './compiled-test.ts';
import { type PatternLiteral, patternLiteral } from './pattern-literal.ts';

const exact = (anchor: 'none' | 'start' | 'end' | 'both', ...texts: string[]): PatternLiteral => ({
  kind: 'exact',
  anchor,
  texts,
});
const sequence = (...texts: string[]): PatternLiteral => ({ kind: 'sequence', texts });
const requires = (...texts: string[]): PatternLiteral => ({ kind: 'requires', texts });

const read: readonly (readonly [string, PatternLiteral | undefined])[] = [
  ['', exact('none', '')],
  ['abc', exact('none', 'abc')],
  ['^abc', exact('start', 'abc')],
  ['abc$', exact('end', 'abc')],
  ['^abc$', exact('both', 'abc')],
  ['^$', exact('both', '')],
  ['(a|bc)', exact('none', 'a', 'bc')],
  ['^(?:a|ab)$', exact('both', 'a', 'ab')],
  ['(?:a|b)$', exact('end', 'a', 'b')],
  ['^(a)', exact('start', 'a')],
  ['()', exact('none', '')],
  ['a.*bc', sequence('a', 'bc')],
  ['.*', sequence('', '')],
  ['a.*', sequence('a', '')],
  ['a.*b.*a', sequence('a', 'b', 'a')],
  ['^a.*b', requires('a', 'b')],
  ['a.*b$', requires('a', 'b')],
  ['abc\\$', requires('abc$')],
  ['error [0-9]+ in', requires('error ', ' in')],
  ['a.c', requires('a', 'c')],
  ['ab?c', requires('a', 'c')],
  ['ab*c', requires('a', 'c')],
  ['ab+c', requires('ab', 'c')],
  ['ab+?c', requires('ab', 'c')],
  ['ab{2}c', requires('a', 'c')],
  ['ab{0,1}?c', requires('a', 'c')],
  ['a\\.b\\(c', requires('a.b(c')],
  ['a\\db', requires('a', 'b')],
  ['a\\sb\\Wc', requires('a', 'b', 'c')],
  ['\\bab\\b', requires('ab')],
  ['a\\Bb', requires('ab')],
  ['[a-z]b', requires('b')],
  ['[]a]b', requires('b')],
  ['[^]a]b', requires('b')],
  ['[a\\]]b', requires('b')],
  ['(?:ab)c', requires('c')],
  ['(a)+c', requires('c')],
  ['(a\\)b)c', requires('c')],
  ['a(?:b|c)?d', requires('a', 'd')],
  ['😀+b', requires('😀', 'b')],
  ['^ab?', requires('a')],
  ['a$b', requires('ab')],
  ['[[:alpha:]b[c]', undefined],
  ['[[:alnum:]_.[]', undefined],
  ['b*', undefined],
  ['a{2}', undefined],
  ['a|b', undefined],
  ['^a|b$', undefined],
  ['ab|c.', undefined],
  ['(?i)a', undefined],
  ['(?P<n>a)b', undefined],
  ['(?:a(b))c', undefined],
  ['(a[)]b)c', undefined],
  ['a\\nb', undefined],
  ['a\\pLb', undefined],
  ['a\\1', undefined],
];

const subjects = [
  ...[
    '',
    'a',
    'b',
    'ab',
    'abc',
    'xabc',
    'abcx',
    'ac',
    'abbc',
    'abb',
    'aabc',
    'c',
    'bc',
    'xbc',
    'a\nb',
    'a\nbc',
  ],
  ...[
    'axbc',
    'a bc a',
    'bca',
    'aba',
    'ba',
    'abc$',
    'error 12 in',
    'error in',
    'in error 1',
    'axc',
    'a.c',
    'abx',
  ],
  ...[
    'a.b(c',
    'axb(c',
    'a1b',
    'a b-c',
    'a b c',
    'x ab y',
    'xaby',
    'zb',
    ']b',
    'Ab',
    'ABC',
    '😀b',
    '😀',
    'a)bc',
    'ad',
  ],
];

describe('what can be said of a pattern', () => {
  it.each(read)('%j is %j', (pattern, literal) => {
    expect(patternLiteral(pattern)).toEqual(literal);
  });

  it.each(['*a', 'a)', '(a', '[a', 'a{2', ')', '+', '?a'])('%j, which means nothing, is nothing', pattern => {
    expect(patternLiteral(pattern)).toBeUndefined();
  });

  it.each(read)('%j finds with it what it finds without', pattern => {
    const regexes = createRegexCache();
    const compiled = regexes.get(pattern);
    if (!compiled.ok) return expect(patternLiteral(pattern)).toBeUndefined();
    const test = compileTest({ field: 'addVar.p', operator: 'regex', value: pattern }, regexes);
    expect(subjects.filter(test)).toEqual(subjects.filter(compiled.isFoundIn));
  });

  it.each([
    ['abc', false],
    ['^(?:a|b)$', false],
    ['a.*b', false],
    ['a[0-9]b', true],
  ])('%j is searched only where a text test cannot say it: %s', (value, isSearched) => {
    const searched: string[] = [];
    const regexes = {
      get: () => ({
        ok: true as const,
        isFoundIn(text: string) {
          searched.push(text);
          return true;
        },
      }),
    };
    const test = compileTest({ field: 'addVar.p', operator: 'regex', value }, regexes);
    expect(['none of it', 'ba'].map(test)).toEqual([false, false]);
    expect(searched).toEqual([]);
    test('a1b');
    expect(searched).toEqual(isSearched ? ['a1b'] : []);
  });
});
