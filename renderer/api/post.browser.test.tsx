import { beforeEach, expect, it, vi } from 'vitest';
import { call } from './call.ts';
import { lostNow } from './connection.ts';

const asked = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.includes('/procedures/')).length;

beforeEach(() => {
  // Over HTTP, as in a browser.
  vi.stubGlobal('weft', undefined);
  performance.clearResourceTimings();
});

/** The server of these pages knows no procedure and says so. */
const draftOf = (letters: number) =>
  call('drafts.save', {
    window: 'w',
    draft: { text: 'x'.repeat(letters) },
  });

it('a large body is sent by a worker, and its answer is that of the server', async () => {
  await expect(draftOf(10)).rejects.toThrow('The server answered 404.');
  expect(asked()).toBe(1);
  await expect(draftOf(600_000)).rejects.toThrow('The server answered 404.');
  await expect(Promise.all([draftOf(60_000), draftOf(70_000)])).rejects.toThrow('The server answered 404.');
  expect(asked()).toBe(1);
  expect(lostNow()).toBeUndefined();
});
