import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { startWeft, waitForOutput } from '../support/run-weft.ts';
import { connectBrowser } from '../support/shared-browser.ts';
import { removeFolder } from '../support/temporary-folder.ts';

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

it('weft open leads the browser to the studio by a private page, which goes with its use', async () => {
  const home = await mkdtemp(join(tmpdir(), 'weft-e2e-'));
  ends.push(() => removeFolder(home));
  for (const folder of ['bin', 'pages']) await mkdir(join(home, folder));
  // Stands for the program that opens a browser, and tells what it was given.
  const opened = join(home, 'opened');
  await writeFile(
    join(home, 'bin/xdg-open'),
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
  );
  await chmod(join(home, 'bin/xdg-open'), 0o755);
  const env = {
    DISPLAY: ':0',
    PATH: `${join(home, 'bin')}:${process.env.PATH}`,
    HOME: join(home, 'pages'),
    TMPDIR: join(home, 'pages'),
    ELECTRON_OVERRIDE_DIST_PATH: join(home, 'nowhere'),
  };
  const child = startWeft(['open', '--sample'], { cwd: home, userDataDir: join(home, 'user-data'), env });
  ends.push(async () => {
    const ended = once(child, 'close');
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
  });
  const [, origin = ''] = await waitForOutput(child, /the studio is at (http:\/\/[\d.:]+)\/#code=/);
  await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toMatch(/\n$/);
  const values = (await readFile(opened, 'utf8')).trim().split('\n');
  expect(values).toEqual([expect.stringMatching(/^file:\/\/\/.*\/weft-open-\w+\/studio\.html$/)]);

  const browser = await connectBrowser();
  ends.push(() => browser.close());
  const page = await browser.newPage();
  await page.goto(values[0] ?? '', { waitUntil: 'commit' });
  await page.getByTestId('condition-0').waitFor({ timeout: 60_000 });
  expect(page.url()).toBe(`${origin}/`);
  await expect.poll(() => readdir(join(home, 'pages'))).toEqual([]);
});
