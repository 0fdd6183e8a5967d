import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installTools } from './support/install-tools.ts';

/** `npm run test:long [vitest's arguments]`: every walk and property at full length, with the tests that need further packages. */
installTools('electron/packaging');
installTools('test/peers');
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  env: { ...process.env, WEFT_LONG: '1' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
