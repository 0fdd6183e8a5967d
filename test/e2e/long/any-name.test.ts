import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, inject, it } from 'vitest';
import { german } from '../../../shared/texts/german.ts';
import { english, type Language, type Phrase } from '../../../shared/texts/texts.ts';
import { startApp } from '../../support/app-harness.ts';
import { copySampleProject } from '../../support/sample-project.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { infectedInput, writeBefore } from '../../support/writing-calls.ts';
import { seriousFindings } from '../support/axe.ts';
import { eachTab, settle } from '../support/by-mouse.ts';
import { findNoRoom } from '../support/find-crowding.ts';
import { findSpoiltWords } from '../support/find-spoilt-words.ts';
import { openStudio } from '../support/studio.ts';
import { walkContextMenus, walkDialogs, walkMenus } from '../support/walk-dialogs.ts';

const small = { width: 1100, height: 700 };
/** The last is 200% zoom of 1440 x 900. */
const sizes = [
  small,
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 720, height: 450 },
];

const long =
  'which somebody made much longer than anybody who drew this window thought of, with oneWordThatGoesOnForAsLongAsItLikesWithoutAnEnd in it';
const fromTheRight = 'כללי תכנון לצוות הפיתוח – قواعد التخطيط لفريق التطوير';

/** The same name becomes the same one everywhere; ids of memories stay such, and every second other name is read from right to left. */
function anyName(name: string): string {
  if (/^(?:memory|second|third)$/.test(name))
    return `${name}-that-is-longer-than-anybody-thought`.slice(0, 63);
  return name.length % 2 === 0 ? `${fromTheRight} ${name}` : `${name} ${long}`;
}

it.each(['en', 'de'] as const)(
  'names as long as they like, and from right to left, have room everywhere, in the language %s',
  async language => {
    const project = { folder: temporaryFolder() };
    await writeProject(project.folder);
    const context = { locale: language === 'de' ? 'de-DE' : 'en-US', viewport: small };
    const studio = await openStudio('browser', { project, context: { ...context, reducedMotion: 'reduce' } });
    const { page, faults } = studio;
    const t = sayIn(language);
    await page
      .getByRole('button', { name: t('See what would run…') })
      .first()
      .click();
    await page.getByRole('button', { name: t('Trust this project') }).click();
    const wrong: string[] = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      const look = async (where: string) => {
        const found = await findNoRoom(page);
        if (language === 'de') found.push(...(await findSpoiltWords(page)));
        if (size === small) found.push(...(await seriousFindings(page)).filter(isNotHidden));
        wrong.push(...found.map(text => `${size.width} px, ${where}: ${text}`));
      };
      await walkViews(page, look);
      await walkDialogs(page, name => look(`window ${name}`), { say: t });
    }
    expect([wrong, faults]).toEqual([[], []]);
    // That nothing is wrong says something only where such names are.
    expect(await page.locator('body').textContent()).toContain(fromTheRight);
    await studio.close();
  },
  3_600_000,
);

type Look = (where: string) => Promise<void>;

async function walkViews(page: Page, look: Look): Promise<void> {
  for (const button of await page.locator('[data-region="Views"] button').all()) {
    const view = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '';
    await button.click();
    await settleAlone(page);
    await look(view);
    await walkTabs(page, view, look);
    await walkMenus(page, name => look(`${view}, ${name}`));
    await walkContextMenus(page, name => look(`${view}, ${name}`));
  }
}

/** Of the first row of its list and of the last, which has the names that are the longest. */
async function walkTabs(page: Page, view: string, look: Look): Promise<void> {
  const rows = page.locator('[data-region="List"] [role=row]');
  for (const row of [...new Set([0, (await rows.count()) - 1])].filter(index => index >= 0)) {
    // What another row opened may leave it out.
    if (!(await rows.nth(row).isVisible())) continue;
    await rows.nth(row).click();
    for await (const tab of eachTab(page)) {
      await settleAlone(page);
      await look(`${view}, row ${row}, ${tab}`);
    }
  }
}

/** The sample project with other names, and beside it everything else that can be written. */
async function writeProject(folder: string): Promise<void> {
  const harness = startApp({ trustsAll: true });
  await copySampleProject(inject('sampleHome'), folder, harness.userDataDir);
  const definitions = join(folder, '.codebolt');
  for (const entry of await readdir(definitions, { recursive: true })) {
    if (!/^(?:Persist|context-rule|contracts|weft\/(?:samples|tests)).*\.json$/.test(entry)) continue;
    const file = join(definitions, entry);
    await writeFile(file, JSON.stringify(renamed(JSON.parse(await readFile(file, 'utf8'))), null, 2));
  }
  await harness.call('project.open', { path: folder });
  await writeBefore({
    ...harness,
    call: (name, input) => harness.call(name, infectedInput(name, input, anyName)),
  });
  await harness.app.close();
}

/** What people read of a definition, and one rule that asks for a long value. */
function renamed(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return /^(?:name|label|description)$/.test(key) ? anyName(value) : value;
  if (Array.isArray(value)) return value.map(one => renamed(one));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, renamed(one, name)]);
  return Object.fromEntries(entries);
}

/** A list that opens hides the page around it from those who hear it, and the focus stays in its field. */
const isNotHidden = (finding: string): boolean => !finding.startsWith('aria-hidden-focus');

const sayIn = (language: Language) => (text: Phrase) => (language === 'de' ? german[text] : english(text));

/** Also nothing carries the pointer's hover. */
async function settleAlone(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await settle(page);
}
