import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { runWeft, startWeft, waitForOutput } from '../../support/run-weft.ts';
import { connectBrowser } from '../../support/shared-browser.ts';
import { removeFolder } from '../../support/temporary-folder.ts';
import { expectPage, settle, viewButtons } from '../support/by-mouse.ts';

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** Windows by the keys that open them. */
const windows = ['Control+e', 'Control+i', '?'] as const;
const unsaidText = 'could not be shown';
const quietText = 'Comes when Weft answers again';

it('what was never shown says quietly and once that nobody is there to load it from, and comes of itself', async () => {
  const { page, first, serveAgain, faults } = await openServed();
  const unloaded = new Set<string>();
  page.on('requestfailed', request => unloaded.add(new URL(request.url()).pathname));
  await first.end();
  await expectPage(page.getByRole('alert', { name: 'Interruption' })).toContainText('Weft does not answer');
  const wrong: string[] = [];
  const things = await thingsToShow(page);
  for (const thing of things) {
    await thing.show();
    await settle(page);
    wrong.push(...(await spokenTwice(page)).map(fault => `${thing.name}: ${fault}`));
    await thing.leave();
  }
  expect(wrong).toEqual([]);
  const parts = [...unloaded].filter(path => path.endsWith('.js'));
  expect(parts.length).toBeGreaterThan(5);

  // What is in sight comes without a hand on it.
  const last = things.at(-1);
  await last?.show();
  await expectPage(page.getByRole('main')).toContainText(quietText);
  await serveAgain();
  await expectPage(page.getByText(quietText)).toHaveCount(0);
  await expectPage(page.getByRole('main').locator(':is(h1, h2, h3)').first()).toBeVisible();
  const missing: string[] = [];
  for (const thing of await thingsToShow(page)) {
    await thing.show();
    await thing.waitFor();
    await settle(page);
    if ((await page.getByText(new RegExp(`${unsaidText}|${quietText}`)).count()) > 0)
      missing.push(thing.name);
    await thing.leave();
  }
  expect(missing).toEqual([]);
  expect(faults).toEqual([]);

  // Control: a view that says it loudly, and one that says it twice, are found.
  await page.evaluate(
    texts => {
      for (const text of texts) document.querySelector('main')?.append(text, document.createElement('br'));
      for (const text of texts) {
        const said = Object.assign(document.createElement('p'), { textContent: text });
        document.querySelector('main')?.append(said, said.cloneNode(true));
      }
    },
    [unsaidText, quietText],
  );
  expect(await spokenTwice(page)).toEqual([
    expect.stringContaining('loudly'),
    expect.stringContaining('2 times in the view'),
  ]);
}, 300_000);

/** What a view says loudly, or more than once in a place, of what it cannot load. A window says it in a message. */
async function spokenTwice(page: Page): Promise<string[]> {
  const main = page.getByRole('main');
  const loud = await main.locator('p', { hasText: unsaidText }).count();
  const view = await main.locator('p', { hasText: quietText }).count();
  const all = await page.locator('p', { hasText: quietText }).count();
  const messages = await page.getByRole('region', { name: 'Messages' }).getByRole('alert').count();
  return [
    ...(loud > 0 ? [`says ${loud} times loudly`] : []),
    ...(view > 1 ? [`says it ${view} times in the view`] : []),
    ...(all - view > 1 ? [`says it ${all - view} times beside the view`] : []),
    ...(messages > 1 ? [`shows ${messages} messages`] : []),
  ];
}

async function openServed() {
  const home = await mkdtemp(join(tmpdir(), 'weft-e2e-'));
  ends.push(() => removeFolder(home));
  const place = { cwd: home, userDataDir: join(home, 'user-data') };
  const stdin = JSON.stringify({ path: join(home, 'agent-team') });
  expect((await runWeft(['call', 'project.createSample', '-'], { ...place, stdin })).code).toBe(0);
  const serve = async (port: string) => {
    const values = ['serve', '--port', port, '--json', '--project', join(home, 'agent-team')];
    const child = startWeft(values, place);
    const end = async () => {
      const ended = once(child, 'close');
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await ended;
    };
    ends.push(end);
    const [, address = ''] = await waitForOutput(child, /"address":"([^"]+)"/);
    return { end, address: new URL(address) };
  };
  const first = await serve('0');
  const browser = await connectBrowser();
  ends.push(() => browser.close());
  const page = await (await browser.newContext()).newPage();
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(error.message));
  await page.goto(first.address.href);
  await page.getByTestId('condition-0').waitFor();
  await settle(page);
  /** At the same address, which is opened in this very tab. */
  const serveAgain = async () => {
    const { address } = await serve(first.address.port);
    await page.evaluate(hash => {
      window.location.hash = hash;
    }, address.hash);
    await expectPage(page.getByRole('contentinfo')).toContainText('Serving on');
  };
  return { page, first, serveAgain, faults };
}

interface Thing {
  readonly name: string;
  show(): Promise<void>;
  waitFor(): Promise<unknown>;
  leave(): Promise<void>;
}

/** Tabs of the drawer, windows and views. */
async function thingsToShow(page: Page): Promise<Thing[]> {
  const views = (await viewButtons(page)).map(([, button]) => button);
  const tabs = await page.getByRole('tablist', { name: 'Drawer' }).getByRole('tab').all();
  const pressed = (selector: string) => (button: (typeof views)[number]) => ({
    name: `${button}`,
    show: () => button.click(),
    waitFor: () => page.locator(selector).first().waitFor(),
    leave: async () => {},
  });
  const opened = windows.map(keys => ({
    name: keys,
    show: () => page.keyboard.press(keys),
    waitFor: () => page.getByRole('dialog').first().waitFor(),
    leave: async () => {
      await page.keyboard.press('Escape');
      for (const one of await page.getByRole('button', { name: 'Dismiss' }).all()) await one.click();
    },
  }));
  return [
    ...tabs.map(pressed('[role=tabpanel]')),
    ...opened,
    ...views.slice(1).map(pressed('main :is(h1, h2, h3, p)')),
  ];
}
