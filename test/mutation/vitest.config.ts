import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { type MutationPart, mutationParts } from './parts.ts';

// Set by `npm run mutate`, which knows the parts.
const part = process.env.WEFT_MUTATED as MutationPart;

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    env: { WEFT_HOST: 'off' },
    include: mutationParts[part].tests,
    setupFiles: ['test/support/property-seed.ts', 'test/support/real-timers.ts'],
    unstubGlobals: true,
    unstubEnvs: true,
    testTimeout: 60_000,
  },
});
