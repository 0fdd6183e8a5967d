import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 B'],
  [1, '1 B'],
  [999, '999 B'],
  [1024, '1 KiB'],
  [12_400, '13 KiB'],
  [1_100_000, '1.0 MiB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
