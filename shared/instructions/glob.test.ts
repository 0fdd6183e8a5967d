import { describe, expect, it } from 'vitest';
import { examplePath, ignoreTest } from './glob.ts';

describe('an example of a pattern', () => {
  it.each([
    ['lib/**', 'lib/a-file'],
    ['**/*.{ts,tsx}', 'a-file.ts'],
    ['src/**/test/?[ab][!c].md', 'src/test/aa_.md'],
    ['/docs/', 'docs/a-file'],
    ['!nothing', undefined],
    ['[', '[/a-file'],
  ])('%s: %s', (pattern, example) => {
    expect(examplePath(ignoreTest([pattern]), [pattern])).toBe(example);
  });

  it('is one that the patterns mean together', () => {
    expect(examplePath(ignoreTest(['a.ts', 'b.ts', '!a.ts']), ['a.ts', 'b.ts', '!a.ts'])).toBe('b.ts');
  });
});
