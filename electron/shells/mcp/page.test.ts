import { expect, it } from 'vitest';
import { loadCounter } from '../../platform/count-exact.ts';
import { cutPage, pageOf } from './page.ts';

const count = await loadCounter('o200k_base');
const countAll = async (texts: readonly string[]) => texts.map(count);
const texts = {
  'lines of words': Array.from(
    { length: 400 },
    (_, index) => `- ${index} the tide table of the harbour\n`,
  ).join(''),
  'one long line': 'the tide table '.repeat(1000),
  ids: Array.from({ length: 300 }, (_, index) => `01JABCDEFGHJKMNPQRSTV${index}XYZ\n`).join(''),
  'signs of two units': '🚢🌊'.repeat(1500),
};

it.each(Object.entries(texts))('%s: pages are short, and together they are the whole', async (_, text) => {
  let from = 0;
  let whole = '';
  for (let pages = 0; pages < 50; pages += 1) {
    const page = await cutPage(text, pageOf({ next: from }), true, countAll);
    expect(count(page)).toBeLessThanOrEqual(1500);
    const next = /\n\((\d+) more characters; next: (\d+) goes on\)$/.exec(page);
    whole += text.slice(from, next === null ? undefined : Number(next[2]));
    if (next === null) break;
    expect(Number(next[1])).toBe(text.length - Number(next[2]));
    expect(page.startsWith(text.slice(from, Number(next[2])).trimEnd())).toBe(true);
    from = Number(next[2]);
  }
  expect(whole).toBe(text);
});

it('gives as much as was asked for', async () => {
  const page = await cutPage(texts['lines of words'], pageOf({ max_tokens: 10_000 }), true, countAll);
  expect(page).toBe(texts['lines of words']);
});
