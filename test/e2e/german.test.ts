import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { views } from '../../shared/model/studio-views.ts';
import { german as texts } from '../../shared/texts/german.ts';
import { germanTold, tellGerman } from '../../shared/texts/told-german.ts';
import { isLong } from '../support/property-runs.ts';
import { faintWords } from './support/axe.ts';
import { eachTab, settle } from './support/by-mouse.ts';
import { findCrowding } from './support/find-crowding.ts';
import { findSpoiltWords } from './support/find-spoilt-words.ts';
import { openStudio, type Studio } from './support/studio.ts';
import { walkContextMenus, walkDialogs, walkMenus } from './support/walk-dialogs.ts';

/** With `WEFT_LONG=1` windows and menus too, and what room there is, also dark and large; in every run `any-name` judges the room. */
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

it.runIf(isLong).each(looks)(
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
  300_000,
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

it('says everything in German but data and names of things elsewhere, in every view with its rows and tabs', async () => {
  const { page, projectDir } = studio();
  // Every German text gets marks around it: what is shown without them was said in another way.
  await page.route('**/assets/german-*.js', async route => {
    const answer = await route.fetch();
    const marked = (await answer.text()).replace(
      /export\{([\w$]+) as dictionary,([\w$]+) as told\}/,
      `const mark=text=>"⟦"+text+"⟧",marked=Object.fromEntries(Object.entries($1).map(([k,v])=>[k,mark(v)])),
      marking=say=>text=>{const said=say(text);return said===text?text:mark(said)},
      told={text:marking($2.text),sentence:marking($2.sentence)};export{marked as dictionary,told}`,
    );
    expect(marked).toContain('marking');
    await route.fulfill({ response: answer, body: marked });
  });
  // What the host answers is data, or a text of its own; each is read once.
  const answers = [textOf(projectDir), textOf('electron/sample-project')];
  page.on('response', answer => {
    if (!/\.(?:js|css|woff2|svg)$/.test(new URL(answer.url()).pathname))
      answers.push(answer.text().catch(() => ''));
  });
  await page.reload();
  const plain: string[] = [];
  let [data, words] = ['', ''];
  /** What has come out clean stays so: there is never less data. */
  const clean = new Set<string>();
  const look = async (where: string) => {
    await settle(page);
    const said = await page.evaluate(shownTexts);
    expect(said.some(text => text.includes('⟦'))).toBe(true);
    const heard = await Promise.all(answers.splice(0));
    data += heard.map(text => `\n${text.toLowerCase()}`).join('');
    words += heard.map(text => ` ${wordsOf(text)}`).join('');
    for (const text of said) {
      if (clean.has(text)) continue;
      const found = [...unmarked(text, data), ...english(text, words)];
      if (found.length === 0) clean.add(text);
      plain.push(...found.map(one => `${where}: ${one}`));
    }
  };
  for (const view of views) {
    await showViewOf(page, view);
    await look(view);
    for await (const part of partsOf(page)) await look(`${view} ${part}`);
    if (!isLong) continue;
    await walkMenus(page, () => look(`${view} menu`));
    await walkContextMenus(page, name => look(`${view} ${name}`));
  }
  await showViewOf(page, 'rules');
  if (isLong) await walkDialogs(page, look, { say: text => `⟦${texts[text]}⟧` });
  expect([...new Set(plain)].filter(line => !fromElsewhere.test(line))).toEqual([]);
}, 300_000);

const mostRows = isLong ? 2 : 1;

/** The first rows of the list and all tabs, each when it is chosen. */
async function* partsOf(page: Page): AsyncGenerator<string> {
  const rows = await page.locator('[data-region="List"]').getByRole('row').all();
  for (const row of rows.slice(0, mostRows)) {
    await row.click();
    await settle(page);
    yield 'row';
  }
  for await (const _ of eachTab(page)) yield 'tab';
}

/** Names of variables, and what controls and dates say in German by themselves. */
const fromElsewhere =
  /^[^:]+: (?:Einträge ·|\d+ Optionen verfügbar\.|Auf „Löschen“ drücken, um das Tag zu entfernen\.|Schließen|(?:english: )?.* ausgewählt\.|\w+tag, \d+\. \w+ \d{4}|Mittwoch, .*|Deutsch|Empfehlungen(?: anzeigen)?|Regeln ausgelöst|swarm|orchestrator|continue|GREEN|YELLOW|ORANGE|RED|Conservative|Wrap-up|Emergency|AGENTS\.md|neue[rs]?-[a-z]+(?:-\d+)?|opencode|ShareGPT|LangChain \(\w+\)|[\w.]+_\w+)$/s;

const german = tellGerman();
const ofEnglish = /\b(?:the|is|are|was|of|and|not|with|which|no|has|have|that|this|it|its|from|by|to)\b/gi;

/** What is said in English though its German is known, and sentences in English that are no data. */
function english(text: string, data: string): string[] {
  const rest = withoutMarks(text).trim();
  if (text.trim() === rest && isWordOfOurs(rest)) return [`word: ${rest}`];
  if (german.sentence(rest) !== rest) return [`known: ${rest}`];
  // Texts of the project are put together of several.
  const isLeft = rest
    .split(/[\n.:;!?()]+\s*/)
    .some(part => (part.match(ofEnglish) ?? []).length > 1 && !isData(part, data));
  return isLeft ? [`english: ${rest}`] : [];
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

/** Whether its words stand in the data, behind a few that say whose it is. */
function isData(text: string, data: string): boolean {
  const words = wordsOf(text).split(' ');
  return [0, 1, 2, 3].some(first => data.includes(words.slice(first).join(' ')));
}

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\\n|[^\p{L}]+/gu, ' ')
    .trim();

it.each([
  [
    'no rule adds "x", and the request does not name it',
    ['known: no rule adds "x", and the request does not name it'],
  ],
  ['⟦Regel⟧ this is not of the project', ['english: this is not of the project']],
  ['warnings', ['word: warnings']],
  ['This is what the file says', []],
])('control: %s', (text, found) => {
  expect(english(text, 'this is what the file says')).toEqual(found);
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

/** What of a text stands outside of the marks and is none of the project's data, word by word. */
function unmarked(text: string, data: string): string[] {
  const rest = withoutMarks(text);
  const words = rest.match(/[\p{L}][\p{L}\p{N}_.-]*/gu) ?? [];
  return words.filter(word => word.length > 2 && !data.includes(word.toLowerCase())).length > 0
    ? [rest.trim()]
    : [];
}

function withoutMarks(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  // Of a sentence with elements in it, one part.
  return rest.replace(/⟦[^⟧]*$/, ' ').replace(/^[^⟦]*⟧/, ' ');
}

async function textOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile() && /\.(?:jsonl?|md|txt)$/.test(entry.name));
  const texts = await Promise.all(files.map(file => readFile(join(file.parentPath, file.name), 'utf8')));
  return [folder, ...files.map(({ name }) => name), ...texts].join('\n');
}
