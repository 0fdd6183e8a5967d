import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ClosingLineReporter } from './test/support/closing-line.ts';

/** Electron cannot be imported without its binary; a typed stand-in takes its place. */
const standIn = { electron: join(import.meta.dirname, 'test/support/electron-stand-in.ts') };

/** What runs the built program: built once, before the first of them. */
const needsBuild = ['test/support/build-once.ts'];

/** Unit tests stand beside their source or under test/; what needs a built studio or a browser is in test/integration and test/e2e. */
export default defineConfig({
  test: {
    reporters: ['default', new ClosingLineReporter()],
    // All of a small machine as well: it would leave one core of two idle.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Catches what hangs; how fast something is, the benches say.
          testTimeout: 240_000,
          hookTimeout: 120_000,
          include: [
            '{shared,electron,renderer}/**/*.test.{ts,tsx}',
            'test/{architecture,conformance,soak,support}/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        resolve: { alias: standIn },
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: needsBuild,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // What starts programs is not held up by what reckons.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        resolve: { alias: standIn },
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: needsBuild,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
