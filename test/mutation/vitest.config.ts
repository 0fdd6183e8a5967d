import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { type MutationPart, mutationParts } from './parts.ts';

// Set by `npm run mutate`, which knows the parts.
const part = mutationParts[process.env.WEFT_MUTATED as MutationPart];
const tests = part.tests;
const alone = 'alone' in part ? part.alone : undefined;

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    env: { WEFT_HOST: 'off' },
    setupFiles: ['test/support/property-seed.ts', 'test/support/real-timers.ts'],
    unstubGlobals: true,
    unstubEnvs: true,
    // What hangs for a change is ended by Stryker; what is slow without one is no failure.
    testTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    ...(alone === undefined
      ? { include: tests }
      : {
          projects: [
            { extends: true, test: { name: 'shared', include: tests, exclude: alone, isolate: false } },
            { extends: true, test: { name: 'alone', include: alone } },
          ],
        }),
  },
});
