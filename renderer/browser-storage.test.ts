import { expect, it, vi } from 'vitest';
import { browserStorage } from './browser-storage.ts';

const fails = (name: string) => () => {
  throw new DOMException('It is not to be.', name);
};

it.each([
  [
    'is full',
    { value: { getItem: () => null, setItem: fails('QuotaExceededError'), removeItem: () => undefined } },
  ],
  ['has none', { value: null }],
  ['has no name for it', { value: undefined }],
  ['forbids it', { get: fails('SecurityError') }],
])('says that nothing is kept in a browser that %s, and has nothing to give', (_, property) => {
  vi.stubGlobal('localStorage', undefined);
  Object.defineProperty(globalThis, 'localStorage', { ...property, configurable: true });
  expect(browserStorage.setItem('a', '1')).toBe(false);
  expect(browserStorage.getItem('a')).toBeNull();
  expect(browserStorage.keys().includes('a')).toBe(false);
  expect(() => browserStorage.removeItem('a')).not.toThrow();
});

it('keeps and gives back', () => {
  const entries: Record<string, string> = {};
  const storage = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, text: string) => Object.assign(entries, { [key]: text }),
    removeItem: (key: string) => Reflect.deleteProperty(entries, key),
  };
  vi.stubGlobal('localStorage', storage);
  expect(browserStorage.setItem('a', '1')).toBe(true);
  expect(browserStorage.getItem('a')).toBe('1');
  expect(browserStorage.removeItem('a')).toBe(true);
  expect(browserStorage.getItem('a')).toBeNull();
});
