import { defineConfig } from 'vitest/config';

/** Unit tests stand beside their source or under test/; what needs a built studio or a browser is in test/integration and test/e2e. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{shared,electron,renderer}/**/*.test.{ts,tsx}',
            'test/{architecture,conformance}/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
