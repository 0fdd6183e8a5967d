import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { views } from '../../shared/model/studio-views.ts';
import { tellGerman } from '../../shared/texts/told-german.ts';
import { settle } from './support/by-mouse.ts';
import { findCrowding } from './support/find-crowding.ts';
import { openStudio, type Studio } from './support/studio.ts';

const state: { studio?: Studio } = {};

beforeAll(async () => {
  state.studio = await openStudio('browser', {
    context: { locale: 'de-DE', viewport: { width: 1100, height: 700 }, reducedMotion: 'reduce' },
  });
});
afterAll(() => state.studio?.close());

it('has room for its words in every view, in German at 1100 x 700', async () => {
  const { page, faults } = studio();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  const crowded: string[] = [];
  for (const view of views) {
    await showViewOf(page, view);
    crowded.push(...(await findCrowding(page)).map(found => `${view}: ${found}`));
  }
  expect(crowded).toEqual([]);
  expect(faults).toEqual([]);
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
  // What the host answers is data, or a text of its own.
  const answers = [textOf(projectDir), textOf('electron/sample-project')];
  page.on('response', answer => {
    if (!/\.(?:js|css|woff2|svg)$/.test(new URL(answer.url()).pathname))
      answers.push(answer.text().catch(() => ''));
  });
  await page.reload();
  const plain: string[] = [];
  const look = async (where: string) => {
    await settle(page);
    const said = await page.evaluate(shownTexts);
    expect(said.some(text => text.includes('⟦'))).toBe(true);
    const data = (await Promise.all(answers)).join('\n').toLowerCase();
    const words = wordsOf(data);
    plain.push(
      ...said
        .flatMap(text => [...unmarked(text, data), ...english(text, words)])
        .map(text => `${where}: ${text}`),
    );
  };
  for (const view of views) {
    await showViewOf(page, view);
    await look(view);
    for (const row of (await page.locator('[data-region="List"]').getByRole('row').all()).slice(
      0,
      mostRows,
    )) {
      await row.click();
      await look(view);
    }
    for (const tab of await page.getByRole('tab').all()) {
      if (!(await tab.isVisible())) continue;
      await tab.click();
      await look(view);
    }
  }
  expect([...new Set(plain)].filter(line => !fromElsewhere.test(line))).toEqual([]);
}, 300_000);

const mostRows = 2;

/** Names of variables, and what controls and dates say in German by themselves. */
const fromElsewhere =
  /^\w+: (?:Einträge ·|(?:english: )?.* ausgewählt\.|\w+tag, \d+\. \w+ \d{4}|Mittwoch, .*|Deutsch|Empfehlungen anzeigen|Regeln ausgelöst|swarm|orchestrator|continue|GREEN|YELLOW|ORANGE|RED|Conservative|Wrap-up|Emergency|opencode|ShareGPT|LangChain \(\w+\)|[\w.]+_\w+)$/s;

const german = tellGerman();
const ofEnglish = /\b(?:the|is|are|was|of|and|not|with|which|no|has|have|that|this|it|its|from|by|to)\b/gi;

/** What is said in English though its German is known, and sentences in English that are no data. */
function english(text: string, data: string): string[] {
  const rest = withoutMarks(text).trim();
  if (german.sentence(rest) !== rest) return [`known: ${rest}`];
  // Texts of the project are put together of several.
  const isLeft = rest
    .split(/[\n.:;!?()]+\s*/)
    .some(part => (part.match(ofEnglish) ?? []).length > 1 && !isData(part, data));
  return isLeft ? [`english: ${rest}`] : [];
}

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
    found.add(node.textContent ?? '');
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
