import { expect, it } from 'vitest';
import { KeptParts } from './kept-parts.ts';

it('makes each kind once, and ends all of them in their order, once', async () => {
  const told: string[] = [];
  const kind = (name: string) => ({
    make: () => {
      told.push(`make ${name}`);
      return { name };
    },
    close: async ({ name: closed }: { name: string }) => {
      await Promise.resolve();
      told.push(`close ${closed}`);
    },
  });
  const [a, b] = [kind('a'), kind('b')];
  const quiet = { make: () => undefined };
  const parts = new KeptParts();
  expect(
    [parts.of(a), parts.of(b), parts.of(a), parts.of(quiet), parts.of(quiet)].map(part => part?.name),
  ).toEqual(['a', 'b', 'a', undefined, undefined]);
  await parts.close();
  await parts.close();
  expect(told).toEqual(['make a', 'make b', 'close a', 'close b']);
  parts.of(a);
  expect(told.at(-1)).toBe('make a');
});
