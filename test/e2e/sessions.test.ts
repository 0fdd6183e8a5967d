import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { isLong } from '../support/property-runs.ts';
import { askBeside, expectPage, showView } from './support/by-mouse.ts';
import { openStudio, type Studio, type StudioOptions } from './support/studio.ts';

const opened: Studio[] = [];

afterEach(async () => {
  for (const studio of opened.splice(0)) await studio.close();
});

async function open(options: StudioOptions = {}): Promise<Studio> {
  const studio = await openStudio('browser', options);
  opened.push(studio);
  studio.page.setDefaultTimeout(30_000);
  return studio;
}

const hear = (page: Page, event: string, more: object = {}, session_id = 'live') =>
  askBeside(page, 'flights.hear', { session_id, agent: 'claude-code', event, ...more });

it('shows what an agent had turn by turn, click by click down to the text, beside another turn, and live', async () => {
  const { page, faults } = await open();
  await showView(page, 'Sessions');
  const turns = page.getByRole('grid', { name: /^Turns of Paid holds/ });
  await expectPage(turns.getByRole('row')).toHaveCount(11);
  await turns.getByRole('row', { name: /Write a test that fails/ }).click();
  const turn = page.getByRole('region', { name: 'Turn', exact: true });
  await expectPage(turn.getByRole('region', { name: 'Tokens by origin' })).toContainText('Tool results');
  // Down to the text that Weft gave.
  await turn.getByRole('radio', { name: 'Events' }).click();
  await turn
    .getByText(/by Weft$/)
    .last()
    .click();
  await expectPage(turn).toContainText('Seen before (4x, confidence 0.8)');
  // Beside another turn, by keyboard.
  await turn.getByRole('radio', { name: 'Context' }).click();
  await page.getByRole('button', { name: 'Compare with the turn chosen next' }).click();
  await turns.getByRole('row', { name: /Write a test that fails/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expectPage(turn.getByRole('columnheader', { name: 'Turn 2' }).first()).toBeVisible();
  await expectPage(turn.getByRole('columnheader', { name: 'Turn 3' }).first()).toBeVisible();
  // Another agent begins while somebody looks.
  await hear(page, 'prompt', { prompt: 'Count the seats' });
  const sessions = page.getByRole('grid', { name: 'Sessions' });
  await sessions.getByRole('row', { name: /^Count the seats/ }).waitFor();
  await expectPage(turns).toBeVisible();
  await sessions.getByRole('row', { name: /^Count the seats/ }).click();
  const live = page.getByRole('grid', { name: 'Turns of Count the seats' });
  await expectPage(live.getByRole('row')).toHaveCount(1);
  await hear(page, 'prompt', { prompt: 'And the rows' });
  await expectPage(live.getByRole('row')).toHaveCount(2);
  expect(faults).toEqual([]);
});

it.runIf(isLong)(
  'says where no session is how to begin, and which instruction files an agent would have',
  async () => {
    const { page, faults, projectDir } = await open({ project: 'sample without content' });
    await mkdir(join(projectDir, 'services'), { recursive: true });
    await showView(page, 'Sessions');
    await expectPage(page.getByText('No coding agent has told anything yet').last()).toBeVisible();
    // In the list and beside the turn that is none.
    await expectPage(page.getByRole('button', { name: 'Copy weft init' })).toHaveCount(2);
    await page.getByRole('tab', { name: 'Instruction files' }).click();
    const files = page.getByRole('region', { name: 'Instruction files' });
    await expectPage(files).toContainText('Claude Code has');
    expect(faults).toEqual([]);
  },
);
