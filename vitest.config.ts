import { globSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { ClosingLineReporter } from './test/support/closing-line.ts';
import { browserLaunch, forShortPages } from './test/support/find-browser.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { runsAlone } from './test/support/runs-alone.ts';

/** Electron cannot be imported without its binary; a typed stand-in takes its place. */
const standIn = { electron: join(import.meta.dirname, 'test/support/electron-stand-in.ts') };

/** What runs the built program: built once, before the first of them. */
const needsBuild = ['test/support/build-once.ts'];

/** Needs packages that `npm run test:long` installs: nothing of it is in `npm test`. */
const needsPackages = ['electron/packaging/*.test.ts', 'test/peers/*.test.ts'];

/** Properties are tried with the same values in each run. */
const seeded = ['test/support/property-seed.ts'];

/** Journeys and walks that `npm run test:long` alone goes. */
const longTier = process.env.WEFT_LONG === '1' ? [] : ['test/*/long/*.test.ts'];

/** A component by itself, in a real page: `*.browser.test.tsx` beside it. */
const browserTests = 'renderer/**/*.browser.test.tsx';

/** These catch what hangs, also on a machine that is busy with other things; how fast something is, the benches say. */
const limits = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 120_000 } } };

/**
 * Where Linux keeps a folder in memory with room enough, projects of tests are made there: half of the time of a test that
 * writes goes into a disk that is told to be sure. The long tier waits for it.
 */
const inMemory = '/dev/shm';
if (process.platform === 'linux' && process.env.WEFT_LONG !== '1' && roomOf(inMemory) > 4 * 2 ** 30)
  process.env.TMPDIR = inMemory;

/** A program that many tests start is compiled once: a fifth of what a short command takes. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** The compiler that some tests start is done before its memory is worth being collected often. */
process.env.GOGC ??= '400';

function roomOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

const unitTests = [
  '{shared,electron,renderer}/**/*.test.{ts,tsx}',
  'test/{agents,architecture,conformance,soak,support}/**/*.test.ts',
];

/**
 * Unit tests share a worker and the modules it has loaded, which takes half of the work. Those that put others in the
 * place of modules, or say that they change what a module holds, have both to themselves.
 */
const alone = globSync(unitTests, {
  cwd: import.meta.dirname,
  exclude: ['**/node_modules', ...longTier],
}).filter(file => runsAlone(join(import.meta.dirname, file)));

/** Most of what a test makes is gone after it: with room for it, a tenth of the work, which is that of the collector, is spared. */
const execArgv = ['--max-semi-space-size=64'];

/** Tests that share modules share no state of the studio. */
const freshStores = {
  alias: [{ find: /^zustand$/, replacement: join(import.meta.dirname, 'test/support/fresh-stores.ts') }],
};

const unit = {
  execArgv,
  setupFiles: [...seeded, 'test/support/fresh-world.ts'],
  // What one test puts into the world, the next one does not find.
  unstubGlobals: true,
  unstubEnvs: true,
};

/** Unit tests stand beside their source or under test/; what needs a built studio or a browser is in test/integration and test/e2e. */
export default defineConfig({
  test: {
    // A host outlives what has started it: only its own tests have one, and end it.
    env: { WEFT_HOST: 'off' },
    reporters: ['default', new ClosingLineReporter()],
    ...limits,
    sequence: { sequencer: LongestFirst },
    // Half as many again as there are cores, since a test waits for programs and pages: with twice as many the same pages
    // take a sixth more of the processor.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        extends: true,
        resolve: freshStores,
        test: {
          ...unit,
          name: 'unit',
          include: unitTests,
          exclude: ['**/node_modules/**', browserTests, ...longTier, ...needsPackages, ...alone],
          isolate: false,
        },
      },
      { extends: true, resolve: freshStores, test: { ...unit, name: 'alone', include: alone } },
      {
        extends: true,
        // As in the studio's own build.
        plugins: [react({ jsxImportSource: '#visible' })],
        resolve: freshStores,
        // Where it says `test`, long lists are drawn as a whole.
        define: { 'process.env.NODE_ENV': '"development"' },
        test: {
          name: 'components',
          isolate: false,
          // A page has no environment.
          provide: { isLong: process.env.WEFT_LONG === '1' },
          include: [browserTests],
          setupFiles: ['test/support/component-page.ts'],
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({ launchOptions: browserLaunch(forShortPages) }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 720 },
            screenshotFailures: false,
          },
          // Its pages would come to the workers of the others.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        resolve: { alias: standIn },
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: longTier,
          isolate: false,
          execArgv,
          setupFiles: seeded,
          globalSetup: needsBuild,
          // What is built is run as it is.
          server: { deps: { external: [/[\\/]dist[\\/]/] } },
        },
      },
      {
        extends: true,
        resolve: { alias: standIn },
        test: {
          name: 'e2e',
          execArgv,
          include: ['test/e2e/**/*.test.ts'],
          exclude: longTier,
          isolate: false,
          setupFiles: seeded,
          globalSetup: ['test/support/sample-project.ts', 'test/support/shared-browser.ts'],
        },
      },
      ...(process.env.WEFT_TEST_AGENTS === undefined
        ? []
        : [
            {
              test: {
                ...limits,
                name: 'agents',
                include: ['test/agents/*.agents.ts'],
                globalSetup: needsBuild,
              },
            },
          ]),
      ...(process.env.WEFT_LONG === undefined
        ? []
        : [
            {
              test: {
                ...limits,
                name: 'long',
                include: needsPackages,
                globalSetup: needsBuild,
              },
            },
          ]),
    ],
  },
});
