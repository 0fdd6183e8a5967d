import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installTools } from '../support/install-tools.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { mutationParts } from './parts.ts';

/**
 * `npm run mutate [part] [files]`: changes the source of a part in small ways, one at a time, and tells which changes no test
 * notices. All parts without one; `files` narrows the sources (`budget electron/engine/budget/share-layers.ts:1-80`).
 * `--one-in 8 --seed 1` takes every eighth stretch of ten lines, by lot: a part as large as storage takes most of a day.
 */
const repository = join(import.meta.dirname, '../..');
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'one-in': { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const [asked, ...files] = positionals;
const oneIn = Number(values['one-in'] ?? 1);
const seed = Number(values.seed);
if (asked !== undefined && !(asked in mutationParts))
  refuse(`no part is called ${asked}: ${Object.keys(mutationParts).join(', ')}`);
if (!(Number.isInteger(oneIn) && oneIn >= 1 && Number.isInteger(seed)))
  refuse('--one-in and --seed are whole numbers');
installTools('test/mutation');
for (const [part, { sources }] of Object.entries(mutationParts)) {
  if (asked !== undefined && part !== asked) continue;
  const chosen = files.length > 0 ? files : sources;
  const mutated = oneIn === 1 ? [...chosen, '!**/*.test.ts'] : stretchesOf(chosen);
  const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const { status } = spawnSync(
    process.execPath,
    [stryker, 'run', join(import.meta.dirname, 'stryker.config.json'), '--mutate', mutated.join(',')],
    { cwd: repository, env: { ...process.env, WEFT_MUTATED: part }, stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

/** What reaches over the edge of a stretch is not changed, so a sample judges more of the small changes than the whole does. */
function stretchesOf(patterns: readonly string[]): string[] {
  const length = 10;
  const random = createSeededRandom(seed);
  const paths = globSync(patterns, { cwd: repository, exclude: ['**/*.test.ts'] }).toSorted();
  return paths.flatMap(path => {
    const lines = readFileSync(join(repository, path), 'utf8').split('\n').length;
    const starts = Array.from({ length: Math.ceil(lines / length) }, (_, index) => 1 + index * length);
    return starts
      .filter(() => random.next() * oneIn < 1)
      .map(start => `${path}:${start}-${start + length - 1}`);
  });
}
