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
      'electron/engine/assembly/**/*.test.ts',
      'test/conformance/{assemblies,assembly-properties,budget}.test.ts',
    ],
  },
  storage: {
    sources: ['electron/storage/**/*.ts'],
    // Tables are shown by what stands on them; other processes do not have the change, and only wait.
    tests: [
      'electron/storage/**/*.test.ts',
      '!electron/storage/{sync-before-acknowledge,files/lost-updates,database/killed-writer}.test.ts',
      'electron/services/{backups,content,conversations,flights,handoff,health,recordings}/*.test.ts',
      'electron/services/ledger/{decide,import-ledger,kept-ledger,ledger-filter,ledger-life,ledger-look,real-ledger}.test.ts',
      'electron/services/app/{damaged-rows,find-stored,keyed-calls,trust-project}.test.ts',
      'electron/services/{imports/imports,rules/compare-rules}.test.ts',
      'test/conformance/git-programs.test.ts',
    ],
    // Beside those that say so themselves.
    alone: ['electron/storage/files/held-definitions.test.ts'],
  },
} satisfies Record<string, { sources: string[]; tests: string[]; alone?: string[] }>;

export type MutationPart = keyof typeof mutationParts;
