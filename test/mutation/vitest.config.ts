import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { type MutationPart, mutationParts } from './parts.ts';

// Set by `npm run mutate`, which knows the parts.
const part = process.env.WEFT_MUTATED as MutationPart;

/** One test that fails is enough, so those that try many values come last. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => Number(/propert|conformance/.test(moduleId));
    return files.toSorted((left, right) => isSlow(left) - isSlow(right));
  }
}

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    env: { WEFT_HOST: 'off' },
    include: mutationParts[part].tests,
    setupFiles: ['test/support/property-seed.ts', 'test/support/real-timers.ts'],
    // Modules are loaded once for all files of a run, as in `npm test`: that took longer than most tests.
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    unstubGlobals: true,
    unstubEnvs: true,
    // What hangs for a change is ended by Stryker; what is slow without one is no failure.
    testTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
