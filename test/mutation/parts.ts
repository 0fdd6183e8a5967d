/** What `npm run mutate` changes, and the tests that are to notice: those beside it and the golden cases, no walk over all doors. */
export const mutationParts = {
  rules: {
    sources: ['shared/rules/**/*.ts'],
    tests: ['shared/rules/**/*.test.ts', 'test/conformance/{conditions,evaluations,rule-properties}.test.ts'],
  },
  budget: {
    sources: ['electron/engine/budget/**/*.ts'],
    tests: ['electron/engine/{budget,fitting}/**/*.test.ts', 'test/conformance/budget.test.ts'],
  },
  assembly: {
    sources: ['electron/engine/assembly/**/*.ts'],
    tests: [
      'electron/engine/**/*.test.ts',
      'test/conformance/{assemblies,assembly-properties,budget}.test.ts',
    ],
  },
  storage: {
    sources: ['electron/storage/**/*.ts'],
    tests: ['electron/storage/**/*.test.ts'],
  },
} satisfies Record<string, { sources: string[]; tests: string[] }>;

export type MutationPart = keyof typeof mutationParts;
