import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, expect, inject, it } from 'vitest';
import { isLong } from '../support/property-runs.ts';
import { startWeft, waitForOutput } from '../support/run-weft.ts';
import { copySampleProject } from '../support/sample-project.ts';
import { connectBrowser } from '../support/shared-browser.ts';
import { removeFolder } from '../support/temporary-folder.ts';
import { askBeside, expectPage, ruleNode, settle, showView } from './support/by-mouse.ts';

const ends: (() => Promise<unknown>)[] = [];
const kills = 20;

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Server {
  readonly child: ChildProcess;
  readonly address: URL;
}

async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'weft-e2e-'));
  ends.push(() => removeFolder(home));
  await copySampleProject(inject('sampleHome'), join(home, 'agent-team'), join(home, 'user-data'));
  return home;
}

async function serve(home: string, port: string): Promise<Server> {
  const values = ['serve', '--port', port, '--json', '--project', join(home, 'agent-team')];
  const child = startWeft(values, { cwd: home, userDataDir: join(home, 'user-data') });
  ends.push(() => end({ child }, 'SIGTERM'));
  const [, address = ''] = await waitForOutput(child, /"address":"([^"]+)"/);
  return { child, address: new URL(address) };
}

async function end({ child }: Pick<Server, 'child'>, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = once(child, 'close');
  if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await ended;
}

async function openPage({ address }: Server): Promise<Page> {
  const browser = await connectBrowser();
  ends.push(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  await page.goto(address.href);
  await page.getByTestId('condition-0').waitFor();
  await settle(page);
  return page;
}

/** As who pastes the printed address into the tab that is open. */
async function openHere(page: Page, { address }: Server): Promise<void> {
  await page.evaluate(hash => {
    window.location.hash = hash;
  }, address.hash);
}

const banner = (page: Page) => page.getByRole('alert', { name: 'Interruption' });
const nameOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Inspector' }).getByRole('textbox', { name: 'Name' }).first();

async function rename(page: Page, name: string): Promise<void> {
  await nameOf(page).fill(name);
  await nameOf(page).press('Tab');
}

it('says in one place that its server has gone, and goes on when the address of the next start is opened', async () => {
  const home = await makeHome();
  const first = await serve(home, '0');
  const page = await openPage(first);

  // Which windows there are is known by then; each of them is not.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await end(first, 'SIGTERM');
  await expectPage(banner(page)).toContainText('Weft does not answer');
  await expectPage(page.getByRole('contentinfo')).toContainText('Not connected');
  // What was never shown cannot be loaded now, and is there once the server is.
  await page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name: 'Health' }).click();
  await expectPage(page.getByRole('main')).toContainText('Comes when Weft answers again');
  // Nor does a window take the page with it that cannot be loaded.
  await page.keyboard.press('Control+e');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expectPage(messages).toContainText('The window could not be shown');
  await expectPage(page.getByRole('main')).toBeVisible();
  await messages.getByRole('button', { name: 'Dismiss' }).first().click();
  const second = await serve(home, first.address.port);
  await expectPage(banner(page)).toContainText('does not know this page');
  await expectPage(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(0);

  await openHere(page, second);
  await expectPage(banner(page)).toHaveCount(0);
  await expectPage(page.getByRole('main')).not.toContainText('Comes when Weft answers again');
  await expectPage(page.getByRole('contentinfo')).toContainText('Serving on');
  await showView(page, 'Memories');
  await page.getByRole('row', { name: 'architecture-docs' }).click();
  await page.getByRole('tab', { name: /^Content/ }).click();
  await expectPage(page.getByRole('button', { name: 'Import documents' })).toBeVisible();
  await expectPage(page.getByRole('cell', { name: /architecture\// }).first()).toBeVisible();
});

it.runIf(isLong)(
  `loses nothing of what is edited while its server is killed and started again, ${kills} times`,
  async () => {
    const home = await makeHome();
    const server = { now: await serve(home, '0') };
    const page = await openPage(server.now);
    const faults: string[] = [];
    page.on('pageerror', error => faults.push(error.message));
    await page.getByRole('row', { name: 'Review rules' }).click();
    await ruleNode(page, 'review-basics').click();
    for (let round = 1; round <= kills; round += 1) {
      await rename(page, `Before kill ${round}`);
      await end(server.now, 'SIGKILL');
      await rename(page, `After kill ${round}`);
      await expectPage(banner(page)).toHaveCount(1);
      await expectPage(page.getByRole('contentinfo')).toContainText('1 unsaved, kept in this browser');
      const next = await serve(home, server.now.address.port);
      server.now = next;
      // In turns: in this tab, or as an address of its own, which loads the page anew.
      if (round % 2 === 1) await openHere(page, next);
      else await page.goto(`${next.address.origin}/?${round}${next.address.hash}`);
      await expectPage(page.getByRole('contentinfo')).toContainText('Serving on');
      await expectPage(banner(page)).toHaveCount(0);
      await expectPage(nameOf(page)).toHaveValue(`After kill ${round}`);
      await page.reload();
      await expectPage(nameOf(page)).toHaveValue(`After kill ${round}`);
      await expectPage(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectPage(page.getByRole('contentinfo')).toContainText('Saved');
    const { engine } = (await askBeside(page, 'engines.get', { id: 'review-rules' })) as {
      engine: { rules: readonly { id: string; name: string }[] };
    };
    expect(engine.rules.find(({ id }) => id === 'review-basics')?.name).toBe(`After kill ${kills}`);
    expect(faults).toEqual([]);
  },
);

it.runIf(isLong)(
  'asks before unsaved work is left, and a second window neither takes nor loses it',
  async () => {
    const home = await makeHome();
    const server = await serve(home, '0');
    const page = await openPage(server);
    await page.getByRole('row', { name: 'Review rules' }).click();
    await ruleNode(page, 'review-basics').click();
    await rename(page, 'Of the first window');
    const second = await page.context().newPage();
    await second.goto(server.address.origin);
    await expectPage(nameOf(second)).toHaveValue('Review basics');
    await rename(second, 'Of the second window');
    await expectPage(second.getByRole('status', { name: 'Interruption' })).toContainText(
      'Also edited in another window: “Review rules”',
    );
    // Both come back as they were.
    await second.reload();
    await expectPage(nameOf(second)).toHaveValue('Of the second window');
    const asked = page.waitForEvent('dialog');
    const left = page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await left;
    await expectPage(nameOf(page)).toHaveValue('Of the first window');
    const context = page.context();
    await page.close();
    await second.close();
    // Whoever comes next has the newest of them, and is offered the other.
    const third = await context.newPage();
    await third.goto(server.address.origin);
    await expectPage(nameOf(third)).toHaveValue('Of the second window');
    const offer = third.getByRole('status', { name: 'Interruption' });
    await expectPage(offer).toContainText('1 file, last edited');
    await offer.getByRole('button', { name: 'Bring it in' }).click();
    await expectPage(nameOf(third)).toHaveValue('Of the first window');
    await third.getByRole('button', { name: /^Undo: Bring in/ }).click();
    await expectPage(nameOf(third)).toHaveValue('Of the second window');
    await expectPage(offer).toHaveCount(0);
  },
);
