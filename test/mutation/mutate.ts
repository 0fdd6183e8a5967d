import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installTools } from '../support/install-tools.ts';
import { mutationParts } from './parts.ts';

/**
 * `npm run mutate [part] [files]`: changes the source of a part in small ways, one at a time, and tells which changes no test
 * notices. All parts without one; `files` narrows the sources (`budget electron/engine/budget/share-layers.ts:1-80`).
 */
const repository = join(import.meta.dirname, '../..');
const [asked, ...files] = process.argv.slice(2);
if (asked !== undefined && !(asked in mutationParts)) {
  process.stderr.write(`no part is called ${asked}: ${Object.keys(mutationParts).join(', ')}\n`);
  process.exit(2);
}
installTools('test/mutation');
for (const [part, { sources }] of Object.entries(mutationParts)) {
  if (asked !== undefined && part !== asked) continue;
  const mutated = [...(files.length > 0 ? files : sources), '!**/*.test.ts'].join(',');
  const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const { status } = spawnSync(
    process.execPath,
    [stryker, 'run', join(import.meta.dirname, 'stryker.config.json'), '--mutate', mutated],
    { cwd: repository, env: { ...process.env, WEFT_MUTATED: part }, stdio: 'inherit' },
  );
  if (status !== 0) process.exitCode = 1;
}
