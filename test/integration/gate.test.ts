import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { repository } from '../support/run-weft.ts';

/** Catches what hangs: without anything compiled before, types take minutes beside much else. */
const limit = { timeout: 900_000 };

/** Beside the other tests, since none of them keeps two cores busy; what is wrong is the text of the failure. */
it.concurrent.each(['lint', 'types', 'house'])('npm run %s finds nothing', limit, async script => {
  const child = spawn('npm', ['run', '-s', script], {
    cwd: repository,
    shell: process.platform === 'win32',
    // The compiler is done before its memory is worth being collected often: a quarter of its work.
    env: { ...process.env, GOGC: '400' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed: Promise<unknown[]> = once(child, 'close');
  const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  expect(code, `${said}\n${wrong}`).toBe(0);
});
