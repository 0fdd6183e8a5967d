import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStale } from './launch/build-stale.ts';
import type { BuildTarget } from './launch/targets.ts';

/** Start from the sources: builds what is stale, then becomes the `weft` command. Only npm scripts use it. */
const root = join(import.meta.dirname, '..');
const [command = ''] = process.argv.slice(2);

try {
  await buildStale(root, targetsOf(command));
} catch (error) {
  process.stderr.write(`weft: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(3);
}

// npm runs scripts in the package's folder; paths that the user gives are meant from where they are.
process.chdir(process.env.INIT_CWD ?? process.cwd());
await import(pathToFileURL(join(root, 'dist/cli.cjs')).href);

function targetsOf(name: string): readonly BuildTarget[] {
  return name === 'open' || name === 'serve' ? ['node', 'preload', 'sdk', 'studio'] : ['node'];
}
