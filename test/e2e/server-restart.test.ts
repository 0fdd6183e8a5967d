import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runWeft, startWeft, waitForOutput } from '../support/run-weft.ts';
import { connectBrowser } from '../support/shared-browser.ts';
import { removeFolder } from '../support/temporary-folder.ts';
import { expectPage, settle, showView } from './support/by-mouse.ts';

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function serve(home: string, port: string): Promise<{ child: ChildProcess; address: URL }> {
  const values = ['serve', '--port', port, '--json', '--project', join(home, 'agent-team')];
  const child = startWeft(values, { cwd: home, userDataDir: join(home, 'user-data') });
  const [, address = ''] = await waitForOutput(child, /"address":"([^"]+)"/);
  return { child, address: new URL(address) };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  if (child.exitCode === null && child.kill('SIGTERM')) await ended;
}

it('says once that its server has gone, and goes on when the address of the next start is opened', async () => {
  const home = await mkdtemp(join(tmpdir(), 'weft-e2e-'));
  ends.push(() => removeFolder(home));
  const place = {
    cwd: home,
    userDataDir: join(home, 'user-data'),
    stdin: JSON.stringify({ path: join(home, 'agent-team') }),
  };
  expect((await runWeft(['call', 'project.createSample', '-'], place)).code).toBe(0);
  const first = await serve(home, '0');
  ends.push(() => stop(first.child));
  const browser = await connectBrowser();
  ends.push(() => browser.close());
  const page = await browser.newPage();
  await page.goto(first.address.href);
  await page.getByTestId('condition-0').waitFor();
  // What looks after the connection is loaded after the first view.
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(entry => /\/connection-[^/]*\.js$/.test(entry.name) && entry.duration > 0),
  );
  await settle(page);

  await stop(first.child);
  const notices = page.getByRole('region', { name: 'Messages' }).getByRole('alert');
  await expectPage(notices).toContainText(['Start it again']);
  const second = await serve(home, first.address.port);
  ends.push(() => stop(second.child));
  await expectPage(notices).toContainText(['Weft does not know this page. Open the address']);
  await showView(page, 'Health');
  await expectPage(notices).toHaveCount(1);

  await page.evaluate(hash => {
    window.location.hash = hash;
  }, second.address.hash);
  await expectPage(notices).toHaveCount(0);
  await showView(page, 'Memories');
  await page.getByRole('row', { name: 'architecture-docs' }).click();
  await page.getByRole('tab', { name: /^Content/ }).click();
  await expectPage(page.getByRole('button', { name: 'Import documents' })).toBeVisible();
  await expectPage(page.getByRole('cell', { name: /architecture\// }).first()).toBeVisible();
});
