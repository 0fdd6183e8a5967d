import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');

/** Folders with a lock file of their own: what only benches, packaging and long tests need. */
export type ToolFolder = 'test/peers' | 'electron/packaging';

/** Installs the packages of such a folder from its lock file, once. What npm says goes to stderr. */
export function installTools(folder: ToolFolder): void {
  const at = join(repository, folder);
  if (existsSync(join(at, 'node_modules'))) return;
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error(`start this by npm run, or run npm ci in ${folder} first`);
  const { status } = spawnSync(process.execPath, [npm, 'ci'], { cwd: at, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`npm ci failed in ${folder}`);
}
