import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { ClosingLineReporter } from './test/support/closing-line.ts';
import { browserLaunch } from './test/support/find-browser.ts';

/** Electron cannot be imported without its binary; a typed stand-in takes its place. */
const standIn = { electron: join(import.meta.dirname, 'test/support/electron-stand-in.ts') };

/** What runs the built program: built once, before the first of them. */
const needsBuild = ['test/support/build-once.ts'];

/** Needs packages that `npm run test:long` installs: nothing of it is in `npm test`. */
const needsPackages = ['electron/packaging/*.test.ts', 'test/peers/*.test.ts'];

/** Properties are tried with the same values in each run. */
const seeded = ['test/support/property-seed.ts'];

/** A component by itself, in a real page: `*.browser.test.tsx` beside it. */
const browserTests = 'renderer/**/*.browser.test.tsx';

/** Unit tests stand beside their source or under test/; what needs a built studio or a browser is in test/integration and test/e2e. */
export default defineConfig({
  test: {
    // A host outlives what has started it: only its own tests have one, and end it.
    env: { WEFT_HOST: 'off' },
    reporters: ['default', new ClosingLineReporter()],
    // More than there are cores: a test waits for programs and pages more than half of its time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles: seeded,
          // Catches what hangs; how fast something is, the benches say.
          testTimeout: 240_000,
          hookTimeout: 120_000,
          include: [
            '{shared,electron,renderer}/**/*.test.{ts,tsx}',
            'test/{agents,architecture,conformance,soak,support}/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', browserTests, ...needsPackages],
        },
      },
      {
        extends: true,
        // As in the studio's own build.
        plugins: [react({ jsxImportSource: '#visible' })],
        // Where it says `test`, long lists are drawn as a whole.
        define: { 'process.env.NODE_ENV': '"development"' },
        test: {
          name: 'components',
          include: [browserTests],
          setupFiles: ['test/support/component-page.ts'],
          testTimeout: 30_000,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: browserLaunch() }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 720 },
            screenshotFailures: false,
          },
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        resolve: { alias: standIn },
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          setupFiles: seeded,
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
          setupFiles: seeded,
          globalSetup: ['test/support/sample-project.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
          expect: { poll: { timeout: 30_000 } },
        },
      },
      ...(process.env.WEFT_TEST_AGENT === undefined
        ? []
        : [
            {
              test: {
                name: 'agents',
                include: ['test/agents/*.agents.ts'],
                globalSetup: needsBuild,
                testTimeout: 240_000,
                hookTimeout: 120_000,
              },
            },
          ]),
      ...(process.env.WEFT_LONG === undefined
        ? []
        : [
            {
              test: {
                name: 'long',
                include: needsPackages,
                globalSetup: needsBuild,
                testTimeout: 120_000,
                hookTimeout: 120_000,
                sequence: { groupOrder: 3 },
              },
            },
          ]),
    ],
  },
});
