import fc from 'fast-check';
import picomatch from 'picomatch/posix.js';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../../shared/rules/compile-pattern.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { globOptions, patternOfGlobs, splitGlobs } from './glob-pattern.ts';

const matches = (globs: readonly string[], path: string): boolean => matcherOf(globs)(path);

function matcherOf(globs: readonly string[]): (path: string) => boolean {
  const read = patternOfGlobs(globs);
  if (!read.ok) throw new Error(read.reason);
  const compiled = compilePattern(read.pattern);
  if (!compiled.ok) throw new Error(compiled.reason);
  return compiled.isFoundIn;
}

/** 80 folders: more than one condition's pattern may hold. */
const many = Array.from({ length: 80 }, (_, at) => `packages/package-${at}/src/**`);

describe('globs as a pattern', () => {
  it.each([
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'src/deep/a.ts', true],
    ['**/*.ts', 'src/a.tsx', false],
    ['*.md', 'README.md', true],
    ['*.md', 'docs/README.md', false],
    ['src/**/*.{ts,tsx}', 'src/a.tsx', true],
    ['src/**/*.{ts,tsx}', 'src/ui/.hidden/a.ts', true],
    ['src/**/*.{ts,tsx}', 'lib/src/a.ts', false],
    ['src/', 'src/a/b.rs', true],
    ['/src/**', 'src/a', true],
    ['./src/*.py', 'src/a.py', true],
    ['app/(shop)/**', 'app/(shop)/page.tsx', true],
    ['app/(shop)/**', 'app/shop/page.tsx', false],
    ['@(web|api)/**', 'api/main.go', true],
    ['file-[!a].ts', 'file-b.ts', true],
    ['file-[!a].ts', 'file-a.ts', false],
    ['a.b', 'aXb', false],
    ['(a|b).ts', 'b.ts', true],
    ['(a|b).ts', '(a', false],
    ['app/(x)/(a|b).ts', 'app/(x)/a.ts', true],
    ['app/[[...slug]]/page.tsx', 'app/[[...slug]]/page.tsx', true],
    ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
    ['[[:digit:]]*.ts', '1a.ts', true],
    ['[[:digit:]]*.ts', 'a1.ts', false],
    ['a{b.ts', 'a{b.ts', true],
    ['a{b.ts', 'ab.ts', false],
    ['{1..3}.ts', '2.ts', true],
    ['ü*/🎉-*.md', 'übung/🎉-a.md', true],
    ['ü*/🎉-*.md', 'ubung/🎉-a.md', false],
    ['a/**/*', 'a', false],
    ['**', 'anything/at/all', true],
  ])('%s on %s is %s', (glob, path, expected) => {
    expect(matches([glob], path)).toBe(expected);
  });

  it('match what any of several matches', () => {
    const globs = ['*.md', 'docs/**'];
    expect(['a.md', 'docs/b.txt', 'src/a.md'].map(path => matches(globs, path))).toEqual([true, true, false]);
  });

  it('ask for something after a dot that stands before a star at the end', () => {
    for (const glob of ['*.*', '.*', 'src/**/*.*', '**/.*'])
      for (const path of ['b.', 'b.c', '.', '.c', 'src/b.', 'src/.c', 'src/b.c', 'src/a/b.'])
        expect([glob, path, matches([glob], path)]).toEqual([glob, path, picomatch(glob, globOptions)(path)]);
  });

  it.each([
    ['an exclusion', ['!src/**'], /"!src\/\*\*" says which files not to match/],
    ['an excluded name', ['src/!(a|b).ts'], /excludes names with "!\(\.\.\.\)"/],
    ['no glob', [], /names no files/],
    ['an empty glob', ['  '], /is empty/],
    ['what is too long', many, /too_long/],
  ])('%s is refused in words', (_, globs, reason) => {
    expect(patternOfGlobs(globs)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  const name = fc.stringMatching(/^[ab.][abc.-]{0,3}$/).filter(text => text !== '.' && text !== '..');
  const piece = fc.constantFrom(
    'a',
    'b',
    'c',
    '.',
    '-',
    '*',
    '?',
    '[ab]',
    '[!a]',
    '{a,bc}',
    '{.a,b*}',
    '@(a|b)',
  );
  const segment = fc.oneof(
    { weight: 3, arbitrary: fc.array(piece, { minLength: 1, maxLength: 4 }).map(parts => parts.join('')) },
    { weight: 1, arbitrary: fc.constant('**') },
  );
  const globs = fc
    .array(segment, { minLength: 1, maxLength: 4 })
    .map(segments => segments.join('/'))
    // Names of nothing but dots are no files; three stars in a row nobody writes.
    .filter(glob => !/(^|\/)\.{1,2}(\/|$)|\*\*\*|[^/]\*\*|\*\*[^/]/.test(glob));

  it('say the same as the glob library, on paths of files', () => {
    const paths = fc.array(name, { minLength: 1, maxLength: 4 }).map(names => names.join('/'));
    fc.assert(
      fc.property(globs, fc.array(paths, { minLength: 1, maxLength: 20 }), (glob, some) => {
        const read = patternOfGlobs([glob]);
        if (!read.ok) return;
        const isMatch = picomatch(glob, globOptions);
        expect(some.map(matcherOf([glob]))).toEqual(some.map(path => isMatch(path)));
      }),
      { numRuns: propertyRuns(500, 1 / 5) },
    );
  });

  it('are separated by commas, but not within braces', () => {
    expect(splitGlobs('src/**/*.{ts,tsx}, *.md ,,')).toEqual(['src/**/*.{ts,tsx}', '*.md']);
    expect(splitGlobs(`"*.ts", 'a b/**'`)).toEqual(['*.ts', 'a b/**']);
  });
});
