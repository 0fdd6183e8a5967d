import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agentTitles } from '../../../shared/model/coding-agents.ts';
import { views } from '../../../shared/model/studio-views.ts';
import { german as texts } from '../../../shared/texts/german.ts';
import { germanTold, tellGerman } from '../../../shared/texts/told-german.ts';
import { faintWords } from '../support/axe.ts';
import { eachTab, settle } from '../support/by-mouse.ts';
import { findCrowding } from '../support/find-crowding.ts';
import { findSpoiltWords } from '../support/find-spoilt-words.ts';
import { markGerman, unmarked } from '../support/marked-german.ts';
import { type ShownData, shownData } from '../support/shown-data.ts';
import { openStudio, type Studio } from '../support/studio.ts';
import { walkContextMenus, walkDialogs, walkMenus } from '../support/walk-dialogs.ts';

const looks = [
  ['light', { width: 1100, height: 700 }],
  ['dark', { width: 1920, height: 1080 }],
] as const;

const state: { studio?: Studio } = {};

beforeAll(async () => {
  state.studio = await openStudio('browser', {
    context: { locale: 'de-DE', viewport: { width: 1100, height: 700 }, reducedMotion: 'reduce' },
  });
});
afterAll(() => state.studio?.close());

it.each(looks)(
  'has room for its words, whole ones, in every view in German, %s at %o',
  async (colorScheme, size) => {
    const { page, faults } = studio();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const wrong: string[] = [];
    const look = async (where: string) => {
      const found = [...(await findCrowding(page)), ...(await findSpoiltWords(page))];
      if (colorScheme === 'dark') found.push(...(await faintWords(page)));
      wrong.push(...found.map(text => `${where}: ${text}`));
    };
    for (const view of views) {
      await showViewOf(page, view);
      await look(view);
      for await (const part of partsOf(page)) await look(`${view} ${part}`);
      await walkMenus(page, name => look(`${view} ${name}`));
    }
    await walkDialogs(page, look, { say: text => texts[text] });
    expect([...new Set(wrong)]).toEqual([]);
    expect(faults).toEqual([]);
  },
  900_000,
);

it('control: finds a word that is broken, and a short text that is cut', async () => {
  const { page } = studio();
  await page.evaluate(() => {
    const box = document.createElement('div');
    box.id = 'control';
    box.style.cssText = 'position: fixed; width: 30px; overflow-wrap: anywhere';
    for (const text of ['Einstellungen', 'Bearbeiten', 'senior_software_engineer']) {
      const line = box.appendChild(document.createElement('p'));
      line.textContent = text;
      if (text !== 'Bearbeiten') continue;
      Object.assign(line.style, { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
    }
    document.body.append(box);
  });
  const found = await findSpoiltWords(page);
  await page.evaluate(() => document.getElementById('control')?.remove());
  expect(found.sort()).toEqual(['broken: Einstellungen of Einstellungen', 'cut: Bearbeiten']);
});

it('shows and takes numbers as German writes them, or says how they are written', async () => {
  const { page } = studio();
  await showViewOf(page, 'settings');
  const field = page.getByRole('spinbutton', { name: `opus: ${texts['Read from cache, part of it']}` });
  expect(await field.inputValue()).toBe('0,1');
  for (const [typed, shown] of [
    ['0,125', '0,125'],
    ['1.250', '1250'],
    ['0.5', '0,5'],
  ] as const) {
    await field.fill(typed);
    await field.blur();
    await expect.poll(() => field.inputValue()).toBe(shown);
  }
  await field.fill('0.1,5');
  await page.getByText('„0.1,5“ ist keine Zahl; 1.250,5 wäre eine.').waitFor();
  await field.fill('0,1');
}, 120_000);

it('says everything in German but data and names of things elsewhere, in every view with its rows and tabs', async () => {
  const { page, projectDir } = studio();
  await markGerman(page);
  // What the host answers is data, or a text of its own; each is read once.
  const answers = [textOf(projectDir), textOf('electron/sample-project')];
  page.on('response', answer => {
    if (!/\.(?:js|css|woff2|svg)$/.test(new URL(answer.url()).pathname))
      answers.push(
        answer.text().then(
          text => [text],
          () => [],
        ),
      );
  });
  await page.reload();
  const plain = new Set<string>();
  const data = shownData(isWordOfOurs);
  /** What has come out clean stays so: there is never less data. */
  const clean = new Set<string>();
  const look = async (where: string) => {
    await settle(page);
    const said = await page.evaluate(shownTexts);
    expect(said.some(text => text.includes('⟦'))).toBe(true);
    for (const heard of await Promise.all(answers.splice(0))) data.add(heard);
    for (const text of said) {
      if (clean.has(text)) continue;
      const found = notGerman(text, data);
      if (found.length === 0) clean.add(text);
      for (const one of found) plain.add(`${where}: ${one}`);
    }
  };
  for (const view of views) {
    await showViewOf(page, view);
    await look(view);
    for await (const part of partsOf(page)) await look(`${view} ${part}`);
    await walkMenus(page, () => look(`${view} menu`));
    await walkContextMenus(page, name => look(`${view} ${name}`));
  }
  await showViewOf(page, 'rules');
  await walkDialogs(page, look, { say: text => `⟦${texts[text]}⟧` });
  expect([...plain].filter(line => !fromElsewhere.test(line) && !isAgent(line))).toEqual([]);

  // Control: a sentence each word of which stands in the data.
  const planted = 'the agent reads memories of a project';
  const files = (await textOf(projectDir)).join('\n');
  expect(planted.split(' ').filter(word => !files.includes(word))).toEqual([]);
  await page.evaluate(text => document.querySelector('main')?.append(text), planted);
  expect((await page.evaluate(shownTexts)).flatMap(text => notGerman(text, data))).toContain(planted);
}, 900_000);

/** The first rows of the list and all tabs, each when it is chosen. */
async function* partsOf(page: Page): AsyncGenerator<string> {
  const rows = await page.locator('[data-region="List"]').getByRole('row').all();
  for (const row of rows.slice(0, 2)) {
    await row.click();
    await settle(page);
    yield 'row';
  }
  for await (const _ of eachTab(page)) yield 'tab';
}

/** Names of variables, and what controls and dates say in German by themselves. */
/** What coding agents are called is the same in every language. */
const isAgent = (line: string): boolean =>
  Object.values(agentTitles).some(title => line.endsWith(`: ${title}`));
const fromElsewhere =
  /^[^:]+: (?:Einträge ·|\d+ Optionen verfügbar\.|Auf „Löschen“ drücken, um das Tag zu entfernen\.|Schließen|(?:english: )?.* ausgewählt\.|\w+tag, \d+\. \w+ \d{4}|Mittwoch, .*|Deutsch|Empfehlungen(?: anzeigen)?|Regeln ausgelöst|swarm|orchestrator|continue|GREEN|YELLOW|ORANGE|RED|Soft Warning|Conservative|Wrap-up|Emergency|JSON|English|peel|curl|Python|SDK \(JavaScript\)|[[{].*[\]}]|input text (?:ibfix\w+|x\(\?i\).*x)|AGENTS\.md|neue[rs]?-[a-z]+(?:-\d+)?|ShareGPT|LangChain \(\w+\)|[\w.]+_\w+|Format|Handler|openai:)$/s;

const german = tellGerman();

/** What is said in English though its German is known, and what is neither German nor data. */
function notGerman(text: string, data: ShownData): string[] {
  const pieces = unmarked(text);
  const [only = ''] = pieces;
  if (only === text.trim() && isWordOfOurs(only)) return [`word: ${only}`];
  return pieces.flatMap(piece => {
    if (german.sentence(piece) !== piece) return [`known: ${piece}`];
    return data.holds(piece) ? [] : [piece];
  });
}

/** Scopes, roles, tags, levels and values of files, which are called so in the data. */
const namesInData = new Set([
  ...['user', 'agent', 'project', 'web', 'test', 'list', 'state', 'memories', 'architecture', 'open'],
  ...['warning', 'recency', 'minimal', 'standard', 'deep', 'tokens', 'none'],
  ...['Planning rules', 'input text'],
]);

/** A state, a kind, a count that stands alone, though its German is known and another. */
const isWordOfOurs = (text: string): boolean =>
  !namesInData.has(text) &&
  [Reflect.get(texts, text), Reflect.get(germanTold.kinds, text)].some(
    said => said !== undefined && said !== text,
  );

const file = {
  name: 'planning-rules',
  description: 'Adds what the file says, of memories and the rules',
  message: 'no memories of the rules',
  field: 'addVar.phase',
  additional_variables: { risk_level: 'high' },
};

it.each([
  [
    'no rule adds "x", and the request does not name it',
    ['known: no rule adds "x", and the request does not name it'],
  ],
  ['⟦Regel⟧ this is not of the project', ['this is not of the project']],
  // Each of its words stands in the data.
  ['the rules says memories', ['the rules says memories']],
  ['the memories', ['the memories']],
  ['⟦Die Regel ⟧of the file⟦ löschen⟧', ['of the file']],
  // What the host says of its own is no data.
  ['no memories of the rules', ['no memories of the rules']],
  ['warnings', ['word: warnings']],
  ['⟦Die Regel ⟧planning-rules⟦ löschen⟧', []],
  ['what the file says', []],
  ['risk_level = high', []],
  ['phase 0', []],
  ['phase missing', ['phase missing']],
  ['Adds what the file…the rules', ['Adds what the file…the rules']],
])('control: %s', (text, found) => {
  const data = shownData(isWordOfOurs);
  data.add([JSON.stringify(file)]);
  expect(notGerman(text, data)).toEqual(found);
});

function studio(): Studio {
  if (state.studio === undefined) throw new Error('the studio was not opened');
  return state.studio;
}

async function showViewOf(page: Page, view: (typeof views)[number]): Promise<void> {
  await page.locator('[data-region="Views"] button').nth(views.indexOf(view)).click();
  await settle(page);
}

/** Texts of the page that are in sight or read aloud, each once. */
function shownTexts(): string[] {
  const found = new Set<string>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element) {
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-description'])
        found.add(node.getAttribute(name) ?? '');
      continue;
    }
    // The text editor and what code shows is data.
    if (node.parentElement?.closest('script, style, noscript, code, kbd, pre, .cm-editor, [hidden]'))
      continue;
    // A name that may go on in the next line is several nodes.
    const isWhole = node.parentElement?.querySelector(':scope > wbr') == null;
    found.add((isWhole ? node : node.parentElement)?.textContent ?? '');
  }
  return [...found].filter(text => /\p{L}{3}/u.test(text));
}

async function textOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile() && /\.(?:jsonl?|md|txt)$/.test(entry.name));
  const contents = await Promise.all(files.map(file => readFile(join(file.parentPath, file.name), 'utf8')));
  return [folder, ...files.map(({ name }) => name), ...contents];
}
