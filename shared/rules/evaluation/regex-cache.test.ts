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

it('answers hostile patterns on 8 KiB in linear time', () => {
  const subject = 'a'.repeat(8191);
  const patterns = [
    '(a+)+$',
    '(a|aa)+b',
    '(a*)*b',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*a){12}b',
    '[ab]*a[ab]{200}b',
  ];
  const cache = createRegexCache();
  for (const pattern of patterns) {
    const compiled = cache.get(pattern);
    if (compiled.ok) compiled.isFoundIn(`${subject}!`);
  }
});
