import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '../../support/app-harness.ts';
import { hostileName, rawControls } from '../../support/hostile-names.ts';
import { removeFolder } from '../../support/temporary-folder.ts';
import { infectedInput, writeBefore } from '../../support/writing-calls.ts';
import { eachTab, expectPage, settle, viewButtons } from '../support/by-mouse.ts';
import { openStudio, type Studio } from '../support/studio.ts';

const state: { folder: string; studio?: Studio } = { folder: '' };

beforeAll(async () => {
  state.folder = await mkdtemp(join(tmpdir(), 'weft-names-'));
});

afterAll(async () => {
  await state.studio?.close();
  await removeFolder(state.folder);
});

/** A project in which everything that can be written has a hostile name; who adds a procedure adds it to `writeBefore`. */
async function writeHostileProject(): Promise<void> {
  const app = startApp({ trustsAll: true });
  await app.call('project.open', { path: state.folder, create: true });
  await writeBefore({ ...app, call: (name, input) => app.call(name, infectedInput(name, input)) });
  await app.app.close();
  // What only a file can say.
  const folder = join(state.folder, '.codebolt/context-rule-engines');
  for (const file of await readdir(folder)) {
    const engine = JSON.parse(await readFile(join(folder, file), 'utf8'));
    await writeFile(
      join(folder, file),
      JSON.stringify({ ...engine, [hostileName('key')]: hostileName('x') }),
    );
  }
  await writeFile(join(folder, 'broken.json'), `{"id": "${hostileName('broken')}`);
}

it('no view shows a name from a file raw, nor does what is read aloud', async () => {
  await writeHostileProject();
  const studio = await openStudio('browser', { project: { folder: state.folder } });
  state.studio = studio;
  const { page, faults } = studio;
  const seen = await walk(page);
  expect(seen.flatMap(({ where, texts }) => texts.flatMap(rawOf).map(raw => `${where}: ${raw}`))).toEqual([]);
  // That it is clean says something only where such names are: there are some in every view.
  const bare = seen.filter(({ texts }) => !texts.some(text => text.includes('[U+202E]')));
  expect(bare.map(({ where }) => where)).toEqual([]);
  expect(faults).toEqual([]);

  // Control: a name that comes to the page by another way is found.
  await page.evaluate(
    title => document.body.append(Object.assign(document.createElement('p'), { title })),
    hostileName('raw'),
  );
  expect((await shownTexts(page)).flatMap(rawOf)).toEqual([
    expect.stringMatching(/^\d{2,} controls in "raw/),
  ]);
}, 300_000);

interface Look {
  readonly where: string;
  readonly texts: readonly string[];
}

/** What is shown of the project before it is trusted, and then in every view with its rows and tabs. */
async function walk(page: Page): Promise<Look[]> {
  const seen: Look[] = [];
  const look = async (where: string) => {
    await settle(page);
    seen.push({ where, texts: await shownTexts(page) });
  };
  await page.getByRole('button', { name: 'See what would run…' }).first().click();
  await expectPage(page.getByRole('dialog')).toContainText('adds');
  await look('What would run');
  await page.getByRole('button', { name: 'Trust this project' }).click();
  for (const [name, view] of await viewButtons(page)) {
    await view.click();
    await look(name);
    const rows = await page.getByRole('complementary', { name: 'List' }).getByRole('row').all();
    for (const [index, row] of rows.slice(0, 3).entries()) {
      await row.click();
      await look(`${name}, row ${index}`);
    }
    for await (const tab of eachTab(page)) await look(`${name}, ${tab}`);
  }
  return seen;
}

/** The text with its controls by name, where it has any. Line breaks and tabs are layout, which the page has of its own. */
function rawOf(text: string): string[] {
  const raw = rawControls(text).filter(found => !['U+9', 'a forged line'].includes(found));
  return raw.length === 0
    ? []
    : [`${raw.length} controls in ${JSON.stringify(text.replace(/[^ -~]/gu, '.'))}`];
}

/** Every text and every label of the page, those of shadow trees and of the tab too; not what is edited in a field. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const labels = ['title', 'alt', 'placeholder', 'aria-label', 'aria-description', 'aria-valuetext'];
    const textsOf = (root: ParentNode): string[] =>
      [...root.querySelectorAll('*:not(textarea)')].flatMap(element => [
        ...labels.map(name => element.getAttribute(name) ?? ''),
        ...[...element.childNodes].flatMap(node =>
          node.nodeType === Node.TEXT_NODE ? [node.nodeValue ?? ''] : [],
        ),
        ...(element.shadowRoot === null ? [] : textsOf(element.shadowRoot)),
      ]);
    return [document.title, ...textsOf(document)].filter(text => text !== '');
  });
