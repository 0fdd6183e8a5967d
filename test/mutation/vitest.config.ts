import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { runsAlone } from '../support/runs-alone.ts';
import { type MutationPart, mutationParts } from './parts.ts';

// Set by `npm run mutate`, which knows the parts.
const part = mutationParts[process.env.WEFT_MUTATED as MutationPart];
const root = join(import.meta.dirname, '../..');
const tests = globSync(part.tests.filter(isWanted), {
  cwd: root,
  exclude: part.tests.filter(one => !isWanted(one)).map(one => one.slice(1)),
});

function isWanted(pattern: string): boolean {
  return !pattern.startsWith('!');
}

/** One test that fails is enough, so those that try many values come last. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) =>
      Number(slow.some(file => moduleId.endsWith(file)) || /propert|conformance/.test(moduleId));
    return files.toSorted((left, right) => isSlow(left) - isSlow(right));
  }
}

const slow = tests.filter(file => /fc\.assert\(/.test(readFileSync(join(root, file), 'utf8')));
const alone = tests.filter(
  file => runsAlone(join(root, file)) || ('alone' in part && part.alone.includes(file)),
);

export default defineConfig({
  resolve: { alias: [{ find: /^zustand$/, replacement: join(root, 'test/support/fresh-stores.ts') }] },
  test: {
    root,
    env: { WEFT_HOST: 'off' },
    setupFiles: ['test/support/property-seed.ts', 'test/support/fresh-world.ts'],
    sequence: { sequencer: QuickestFirst },
    unstubGlobals: true,
    unstubEnvs: true,
    // What hangs for a change is ended by Stryker; what is slow without one is no failure.
    testTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // As in `npm test`, modules are loaded once for all files of a run, which took longer than most tests.
    projects: [
      {
        extends: true,
        test: { name: 'together', include: tests.filter(file => !alone.includes(file)), isolate: false },
      },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
