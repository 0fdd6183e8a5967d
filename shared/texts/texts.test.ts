import { expect, it } from 'vitest';
import { german } from './german.ts';
import { languages, translate } from './texts.ts';

const places = /\{(\w+)\}/g;
const texts = Object.keys(german).filter(text => text.search(places) >= 0);

/** What a text says where each of its places has the value. */
const said = (language: (typeof languages)[number], text: string, value: unknown) =>
  translate(
    language,
    language === 'de' ? german : undefined,
    text,
    Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => [name, value])),
  );

it.each(languages)('every text says a number in %s with its thousands apart', language => {
  const grouped = language === 'en' ? '1,234,567' : '1.234.567';
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter(text => !said(language, text, 1_234_567).includes(grouped))).toEqual([]);
});

it('control: what is given as text is said as it is, and is found', () => {
  expect(said('en', '{count} rules', '1234567')).toBe('1234567 rules');
});

it('a fraction keeps its digits, and a count chooses its word', () => {
  expect(said('de', 'Score {score}', 0.125)).toMatch(/0,125/);
  expect([1, 1001].map(count => said('en', '{count} {count|sample|samples}', count))).toEqual([
    '1 sample',
    '1,001 samples',
  ]);
});
