import type { Download, Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { atRest } from '../../support/at-rest.ts';

/** Waits for what the page shall show; long enough for a machine that is busy with other tests. */
export const expectPage = expect.configure({ timeout: 60_000 });

/** The node of a rule on the canvas. */
export function ruleNode(page: Page, ruleId: string): Locator {
  return page.getByTestId(`rule-${ruleId}`);
}

/** How a rule ended in the current sample, as its node says it. */
export function ruleOutcome(page: Page, ruleId: string): Locator {
  return ruleNode(page, ruleId).getByRole('img').first();
}

export async function chooseSample(page: Page, name: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Sample$/ })
    .click();
  await page.getByRole('option', { name }).click();
}

export async function showView(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  // Its parts are loaded when they are first shown.
  await page.getByRole('main').getByRole('heading').first().waitFor();
}

/** The rail's buttons by the names of their views; all, or these. */
export async function viewButtons(page: Page, only?: readonly string[]): Promise<[string, Locator][]> {
  const buttons = page.getByRole('navigation', { name: 'Views' }).getByRole('button');
  await buttons.first().waitFor();
  const named: [string, Locator][] = [];
  for (const button of await buttons.all()) {
    const name = ((await button.getAttribute('aria-label')) ?? '').replace(/,.*/, '');
    if (only?.includes(name) ?? true) named.push([name, button]);
  }
  return named;
}

/** Chooses each tab in sight, one after the other; gives its words. */
export async function* eachTab(page: Page): AsyncGenerator<string> {
  for (const tab of await page.getByRole('tab').all()) {
    if (!(await tab.isVisible())) continue;
    await tab.click();
    await settle(page);
    yield (await tab.textContent()) ?? '';
  }
}

export async function showDrawer(page: Page, tab: string): Promise<void> {
  await page.getByRole('tablist', { name: 'Drawer' }).getByRole('tab', { name: tab }).click();
}

/** Double-clicks where the canvas shows nothing. */
export async function doubleClickEmptyCanvas(page: Page): Promise<void> {
  const canvas = page.getByRole('application', { name: /^Rule canvas/ });
  await canvas.locator('.react-flow__node').first().waitFor();
  const spot = await canvas.evaluate(findEmptySpot);
  if (!spot) throw new Error('nowhere on the canvas is an empty spot');
  await page.mouse.dblclick(spot.x, spot.y);
}

/** In the page: a point of the canvas with nothing but the pane for some way around. */
function findEmptySpot(canvas: Element): { x: number; y: number } | undefined {
  const { left, top, right, bottom } = canvas.getBoundingClientRect();
  const isPane = (x: number, y: number) =>
    document.elementFromPoint(x, y)?.classList.contains('react-flow__pane') ?? false;
  for (let y = top + 16; y < bottom - 16; y += 12) {
    for (let x = left + 16; x < right - 16; x += 12) {
      const around = [-10, 0, 10].flatMap(dx => [-10, 0, 10].map(dy => isPane(x + dx, y + dy)));
      if (around.every(Boolean)) return { x, y };
    }
  }
  return undefined;
}

/** Nothing is on its way, and nothing moves. */
export async function settle(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Twice, since what a frame shows may start what the next one moves.
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  await page.evaluate(atRest);
}

/** Moves the thumb of a slider to a share of its track, with the mouse button held. */
export async function dragSlider(page: Page, slider: Locator, share: number): Promise<void> {
  await slider.locator('..').scrollIntoViewIfNeeded();
  const thumb = await boxOf(slider.locator('..').locator('..'));
  const track = await boxOf(slider.locator('xpath=ancestor::*[@role="group"][1]'));
  await page.mouse.move(thumb.x + thumb.width / 2, thumb.y + thumb.height / 2);
  await page.mouse.down();
  await page.mouse.move(track.x + track.width * share, thumb.y + thumb.height / 2, { steps: 12 });
  await page.mouse.up();
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('the element is not in sight');
  return box;
}

/** Presses Undo, or Redo, until there is nothing more to do; tells what was pressed. */
export async function pressAll(page: Page, word: 'Undo' | 'Redo'): Promise<string[]> {
  const pressed: string[] = [];
  const button = page.getByRole('banner').getByRole('button', { name: new RegExp(`^${word}`) });
  while (await button.isEnabled()) {
    pressed.push((await button.getAttribute('aria-label')) ?? '');
    await button.click();
  }
  return pressed;
}

/** Saves by keyboard what was changed. The words about it follow an edit by a moment, so that the old ones are waited out. */
export async function saveByKeyboard(page: Page): Promise<void> {
  const status = page.getByRole('contentinfo');
  await expectPage(status).toContainText('unsaved');
  await page.keyboard.press('Control+s');
  await expectPage(status).toContainText('Saved');
}

/** Exports the engine in sight through the dialog; gives the file as it was downloaded. */
export async function exportEngine(page: Page): Promise<{ filename: string; text: string }> {
  await page.getByRole('banner').getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Download / })
      .click(),
  ]);
  return { filename: download.suggestedFilename(), text: (await readDownload(download)).toString('utf8') };
}

/** What the page gave the user as a file. */
export async function readDownload(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Asks the procedure as another program would, beside the page. */
export function askBeside(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const reply = await fetch(`/procedures/${path}`, { method: 'POST', headers, body: body ?? '' });
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
      return reply.json();
    },
    [name, JSON.stringify(input)],
  );
}

/** An agent works until its context is full. */
export async function tellHealth(page: Page): Promise<void> {
  const session_id = 'agent-1';
  for (const tool of ['read', 'edit', 'bash'])
    await askBeside(page, 'health.record', { session_id, tool, message_tokens: 900 });
  const decisions = ['Follow next= only for relative paths'];
  await askBeside(page, 'health.record', { session_id, measured_tokens: 180_000, task: 'Login', decisions });
}
