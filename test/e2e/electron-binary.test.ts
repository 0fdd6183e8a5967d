import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { expect, it } from 'vitest';
import { findElectron } from '../../electron/cli/open.ts';
import { repository } from '../support/run-weft.ts';
import { removeFolder } from '../support/temporary-folder.ts';

/** What only the real binary shows: its sandbox, its isolation, its scheme. Needs a display, and a user that is not root. */
const electron = findElectron(process.env, process.platform, process.getuid?.() === 0);
if ('missing' in electron) process.stderr.write(`test/e2e/electron-binary: not run: ${electron.missing}\n`);

it.skipIf('missing' in electron)(
  'the real binary opens the studio on the sample project, isolated',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'weft-binary-'));
    const { WEFT_TOKEN: _, ...env } = process.env;
    const app = await _electron.launch({
      executablePath: 'binary' in electron ? electron.binary : '',
      args: [join(repository, 'dist/main.js'), '--sample'],
      env: { ...(env as Record<string, string>), WEFT_USER_DATA: home }, // no entry of an environment is undefined
    });
    const page = await app.firstWindow();
    await page.getByText('Planning rules').first().waitFor();
    const seen = await page.evaluate(() => ({
      origin: location.origin,
      node: 'require' in window || 'process' in window,
      bridge: Object.keys(Object(Reflect.get(window, 'weft'))),
    }));
    await app.close();
    await removeFolder(home);
    expect(seen).toEqual({ origin: 'app://weft', node: false, bridge: ['call', 'on'] });
  },
);
