import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');

/** Folders with a lock file of their own: what only benches, packaging and long tests need. */
export type ToolFolder = 'test/peers' | 'test/mutation' | 'electron/packaging';

/**
 * Installs the packages of such a folder as its lock file has them, once. What npm says goes to stderr. Not `npm ci`: that
 * refuses a lock file without the builds for other systems of an optional package, which not every registry has.
 */
export function installTools(folder: ToolFolder): void {
  const at = join(repository, folder);
  if (existsSync(join(at, 'node_modules'))) return;
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error(`start this by npm run, or run npm install in ${folder} first`);
  const { status } = spawnSync(process.execPath, [npm, 'install', '--no-save'], {
    cwd: at,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`npm install failed in ${folder}`);
}
