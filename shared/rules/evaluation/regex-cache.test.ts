import { expect, it } from 'vitest';
import { createRegexCache } from './regex-cache.ts';

it('gives the same compiled pattern again, and forgets the one that was not used longest', () => {
  const cache = createRegexCache(2);
  const first = cache.get('a');
  const second = cache.get('b');
  expect(cache.get('a')).toBe(first);
  cache.get('c');
  expect(cache.get('a')).toBe(first);
  expect(cache.get('b')).not.toBe(second);
});
