import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { views } from '../../shared/model/studio-views.ts';
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

it('says everything in German but data, what the host says, and names of things elsewhere', async () => {
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
  const answers: Promise<string>[] = [textOf(projectDir)];
  page.on('response', answer => {
    if (!/\.(?:js|css|woff2|svg)$/.test(new URL(answer.url()).pathname))
      answers.push(answer.text().catch(() => ''));
  });
  await page.reload();
  const plain: string[] = [];
  for (const view of views) {
    await showViewOf(page, view);
    const said = await page.evaluate(shownTexts);
    expect(said.some(text => text.includes('⟦'))).toBe(true);
    const data = (await Promise.all(answers)).join('\n').toLowerCase();
    plain.push(...said.flatMap(text => unmarked(text, data)).map(text => `${view}: ${text}`));
  }
  expect([...new Set(plain)].filter(line => !fromElsewhere.test(line))).toEqual([]);
});

/**
 * Sentences of analysis and reasons of outcomes, as `docs/reference/studio.md` lists them; names of variables; what stands
 * between two elements of a German sentence; what the controls say in German by themselves.
 */
const fromElsewhere =
  /^\w+: (?:Deutsch|Empfehlungen anzeigen|Regeln ausgelöst|swarm|orchestrator|continue|GREEN|YELLOW|ORANGE|RED|matches|[\w.]+_\w+|(?:: )?Whenever .*|.* matches .*|.*was not given)$/s;

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
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  // Of a sentence with elements in it, one part.
  rest = rest.replace(/⟦[^⟧]*$/, ' ').replace(/^[^⟦]*⟧/, ' ');
  const words = rest.match(/[\p{L}][\p{L}\p{N}_.-]*/gu) ?? [];
  return words.filter(word => word.length > 2 && !data.includes(word.toLowerCase())).length > 0
    ? [rest.trim()]
    : [];
}

async function textOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile() && /\.(?:json|md|txt)$/.test(entry.name));
  const texts = await Promise.all(files.map(file => readFile(join(file.parentPath, file.name), 'utf8')));
  return [folder, ...files.map(({ name }) => name), ...texts].join('\n');
}
