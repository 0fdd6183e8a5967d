import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLong, sampled } from '../support/property-runs.ts';
import { faintWords, seriousFindings } from './support/axe.ts';
import { dragSlider, expectPage, readDownload, settle, showView } from './support/by-mouse.ts';
import { openStudio, type Studio } from './support/studio.ts';

const state: { studio?: Studio } = {};

beforeAll(async () => {
  state.studio = await openStudio('browser', { project: 'sample without content' });
  await writeLedger(state.studio.projectDir);
  await showView(state.studio.page, 'Ledger');
});

afterAll(() => state.studio?.close());

it('imports a ledger after saying what it would come to', async () => {
  const page = studioPage();
  await page.getByRole('button', { name: 'Import a .twining folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a ledger' });
  await dialog.getByRole('button', { name: 'Look into it' }).click();
  await expectPage(dialog.getByRole('row', { name: 'Entries' })).toContainText('2');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expectPage(dialog).toBeHidden();
  await expectPage(rows(page, 'Timeline')).toHaveCount(3);
});

it.runIf(isLong)('says how the task was searched for', async () => {
  const page = studioPage();
  await page.getByRole('tab', { name: 'Assembled' }).click();
  await page.getByRole('textbox', { name: 'Task' }).fill('Why are logins slow?');
  await expectPage(
    page.getByText(/^Searched by words( and meaning|: nothing of the ledger is embedded yet)/),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'Task' }).fill('');
  await expectPage(page.getByText('Searched by words: the task is empty')).toBeVisible();
  await page.getByRole('tab', { name: 'Timeline' }).click();
});

it.each(sampled(['typed', 'dropped', 'chosen'] as const, 1))(
  'leads from a %s folder to the import of the ledger in it',
  async way => {
    const page = studioPage();
    const path = join(state.studio?.projectDir ?? '', '.twining');
    if (way === 'dropped') await dropLedger(page);
    else {
      await page.keyboard.press('Control+I');
      const importing = page.getByRole('dialog', { name: 'Import' });
      if (way === 'chosen') await importing.getByLabel('Folder to import').setInputFiles(path);
      else {
        await importing.getByRole('textbox', { name: 'path' }).fill(path);
        await importing.getByRole('button', { name: 'Check path' }).click();
      }
    }
    await expectPage(page.getByText('There is a ledger here')).toBeVisible();
    await page.getByRole('button', { name: 'Import the ledger' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a ledger' });
    await expectPage(dialog.getByRole('textbox', { name: 'Folder' })).toHaveValue(
      way === 'typed' ? path : '.twining',
    );
    await dialog.getByRole('button', { name: 'Look into it' }).click();
    await expectPage(dialog.getByRole('row', { name: 'Entries' })).toHaveText(/Entries\s*0\s*0\s*2/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  },
);

it('shows a place of the project alone', async () => {
  const page = studioPage();
  await page.getByRole('treegrid', { name: 'Scopes' }).getByRole('row', { name: 'src/cache' }).click();
  await expectPage(rows(page, 'Timeline')).toHaveText([/Cache sessions in memory/]);
  await page.getByRole('row', { name: 'Whole project' }).click();
  await expectPage(rows(page, 'Timeline')).toHaveCount(3);
});

it('says while a decision is written what it contradicts, and records it as provisional', async () => {
  const page = studioPage();
  await page.getByRole('button', { name: 'Actions for the ledger' }).click();
  await page.getByRole('menuitem', { name: 'Record a decision' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record a decision' });
  await dialog.getByRole('textbox', { name: 'Summary' }).fill('Cache sessions in Redis');
  await dialog.getByRole('combobox', { name: 'Domain' }).fill('storage');
  await page.keyboard.press('Tab');
  await dialog.getByRole('combobox', { name: 'Scope' }).fill('src/cache');
  await page.keyboard.press('Tab');
  await dialog.getByRole('textbox', { name: 'Rationale' }).fill('Several servers share them');
  await expectPage(dialog.getByText('It contradicts what is decided')).toBeVisible();
  await dialog.getByRole('button', { name: 'Record decision' }).click();
  const inspector = page.getByRole('region', { name: 'Decision' });
  await expectPage(inspector.getByText('Contradicts another decision')).toBeVisible();
  await inspector.getByRole('button', { name: 'Cache sessions in memory', exact: true }).click();
  await expectPage(inspector.getByRole('heading', { level: 2 })).toHaveText('Cache sessions in memory');
});

it('sets a decision aside with its reason', async () => {
  const page = studioPage();
  const inspector = page.getByRole('region', { name: 'Decision' });
  await inspector.getByRole('button', { name: 'Override' }).click();
  const dialog = page.getByRole('dialog', { name: 'Override the decision' });
  await expectPage(dialog.getByRole('button', { name: 'Override' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('One server is not enough');
  await dialog.getByRole('button', { name: 'Override' }).click();
  await expectPage(inspector.getByText('Overridden by user')).toBeVisible();
  await expectPage(inspector.getByText('One server is not enough').first()).toBeVisible();
});

it('shows open matters until they are resolved', async () => {
  const page = studioPage();
  await page.getByRole('tab', { name: 'To settle' }).click();
  await rows(page, 'Conflicts and open needs').filter({ hasText: 'A load test' }).click();
  const inspector = page.getByRole('region', { name: 'Entry' });
  await inspector.getByRole('button', { name: 'Resolve' }).click();
  await expectPage(inspector.getByText('resolved', { exact: true })).toBeVisible();
  await expectPage(rows(page, 'Conflicts and open needs').filter({ hasText: 'A load test' })).toHaveCount(0);
});

it.runIf(isLong)('leaves out by score what a smaller budget cannot take', async () => {
  const page = studioPage();
  await page.getByRole('tab', { name: 'Assembled' }).click();
  await page.getByRole('textbox', { name: 'Task' }).fill('sessions');
  const taken = page.getByRole('group', { name: 'Taken' }).getByRole('option');
  await expectPage(taken.first()).toContainText('Cache sessions in Redis');
  await dragSlider(page, page.getByRole('slider', { name: 'Token budget' }), 0);
  await expectPage(page.getByRole('group', { name: 'Left out' }).getByRole('option').first()).toContainText(
    'of which 0 are left',
  );
  await expectPage(taken).toHaveCount(0);
});

it('tells what changed since a moment', async () => {
  const page = studioPage();
  await page.getByRole('tab', { name: 'What changed' }).click();
  await page.getByRole('radio', { name: 'Last hour' }).click();
  await expectPage(rows(page, 'What changed').filter({ hasText: 'One server is not enough' })).toHaveCount(1);
  expect(state.studio?.faults).toEqual([]);
});

it('exports all of it as one archive', async () => {
  const page = studioPage();
  await page.getByRole('button', { name: 'Actions for the ledger' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as .twining folder' }).click(),
  ]);
  const archive = (await readDownload(download)).toString('latin1');
  expect(download.suggestedFilename()).toBe('twining.zip');
  for (const part of ['.twining/blackboard.jsonl', '.twining/decisions/D1.json', 'A load test'])
    expect(archive).toContain(part);
});

it.runIf(isLong)('axe finds nothing serious in a full ledger, in both themes', async () => {
  const page = studioPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const tab of ['Timeline', 'Assembled', 'What changed', 'To settle']) {
      await page.getByRole('tab', { name: tab }).click();
      await settle(page);
      const wrong = await (colorScheme === 'light' ? seriousFindings(page) : faintWords(page));
      found.push(...wrong.map(finding => `${tab}, ${colorScheme}: ${finding}`));
    }
  }
  expect(found).toEqual([]);
});

/** A folder from a file manager; pages cannot make one, so its entries are stood in for. */
async function dropLedger(page: Page): Promise<void> {
  await page.evaluate(() => {
    const file = new File(['{}'], 'blackboard.jsonl');
    const blackboard = {
      isFile: true,
      isDirectory: false,
      name: file.name,
      fullPath: `/.twining/${file.name}`,
      file: (give: (file: File) => void) => give(file),
    };
    let portions = [[blackboard], []];
    const folder = {
      isFile: false,
      isDirectory: true,
      name: '.twining',
      createReader: () => ({
        readEntries(give: (entries: unknown[]) => void) {
          const [next = [], ...rest] = portions;
          portions = rest;
          give(next);
        },
      }),
    };
    const event = new Event('drop', { bubbles: true, cancelable: true });
    const items = [{ webkitGetAsEntry: () => folder }];
    Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items } });
    window.dispatchEvent(event);
  });
}

const rows = (page: Page, list: string) => page.getByRole('listbox', { name: list }).getByRole('option');

function studioPage(): Page {
  if (!state.studio) throw new Error('the studio did not open');
  return state.studio.page;
}

/** A ledger as another program leaves it in a project. */
async function writeLedger(projectDir: string): Promise<void> {
  const folder = join(projectDir, '.twining');
  await mkdir(join(folder, 'decisions'), { recursive: true });
  const entry = {
    timestamp: '2026-03-01T10:00:00Z',
    agent_id: 'ada',
    tags: [],
    detail: '',
    scope: 'project',
  };
  const entries = [
    { ...entry, id: 'E1', entry_type: 'need', summary: 'A load test' },
    { ...entry, id: 'E2', entry_type: 'finding', summary: 'Logins are slow' },
  ];
  await writeFile(join(folder, 'blackboard.jsonl'), entries.map(one => `${JSON.stringify(one)}\n`).join(''));
  const decision = {
    id: 'D1',
    timestamp: '2026-03-01T11:00:00Z',
    agent_id: 'ada',
    domain: 'storage',
    scope: 'src/cache',
    summary: 'Cache sessions in memory',
    rationale: 'There is one server',
    confidence: 'high',
    status: 'active',
  };
  await writeFile(join(folder, 'decisions/D1.json'), `${JSON.stringify(decision)}\n`);
}
