import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm run test:agents`: the doors for coding agents with the agents themselves, against a model on loopback. They are
 * installed once, in the user's cache folder; where their registry is not reached, nothing is run, and that is said.
 */
const version = '2.1.330';
const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const folder = join(cache, 'weft-test-agents', `claude-code-${version}`);
const program = join(folder, 'node_modules/.bin/claude');

if (isInstalled()) {
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'agents'], {
    env: { ...process.env, WEFT_TEST_AGENT: program },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} else process.stdout.write('not run: Claude Code cannot be installed here\n');

function isInstalled(): boolean {
  if (existsSync(program)) return true;
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('start this by npm run test:agents');
  mkdirSync(folder, { recursive: true });
  const what = ['install', '--no-audit', '--no-fund', '--prefix', folder];
  const { status } = spawnSync(
    process.execPath,
    [npm, ...what, `@anthropic-ai/claude-code@${version}`],
    // Elsewhere, so that nothing of this repository is taken for its own.
    { cwd: folder, stdio: ['ignore', 2, 2] },
  );
  return status === 0 && existsSync(program);
}
