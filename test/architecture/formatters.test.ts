import { expect, it } from 'vitest';
import { readText, sourcePaths } from './source-tree.ts';

const isDrawn = (path: string): boolean =>
  /^(?:renderer|shared)\//.test(path) && /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

/**
 * Formatters that are made for one value: those of `Intl` that are used where they are made, and what the numbers and
 * dates of the language make for themselves whenever they are given options.
 */
const madeForOne = (text: string): string[] =>
  [...text.matchAll(/\bnew Intl\.\w+\([^()]*\)\s*\.\w+|\.toLocale\w*String\([^()]*,[^()]*/g)].map(
    ([found]) => found,
  );

it('no formatter is made for one value: to make one takes longer than a page of values', () => {
  const paths = sourcePaths().filter(isDrawn);
  expect(paths.length).toBeGreaterThan(500);
  expect(paths.flatMap(path => madeForOne(readText(path)).map(what => `${path}: ${what}`))).toEqual([]);
});

it('control: each of them is found', () => {
  const samples = [
    'new Intl.PluralRules(language).select(count)',
    'value.toLocaleString(locale, ends)',
    "at.toLocaleDateString('en', { dateStyle: 'short' })",
  ];
  expect(samples.map(text => madeForOne(text).length)).toEqual([1, 1, 1]);
  expect(madeForOne("const counts = new Intl.NumberFormat('en', { style: 'percent' });")).toEqual([]);
});

/** Counts that are written before the text that they stand in could, which then chooses no word by them. */
const writtenBefore = (text: string): string[] =>
  [
    ...text.matchAll(
      /\b(?:t|rich)\(\s*(?:'[^']*'|"[^"]*"|[\w.[\]]+),\s*\{[^{};]*?\w+: (?:formatCount|String)\([^;]*?(?:count|length|size)\b/g,
    ),
  ].map(([found]) => found);

it('a count is given to its text as a number, which the language of the text writes', () => {
  const paths = sourcePaths().filter(isDrawn);
  expect(paths.flatMap(path => writtenBefore(readText(path)).map(what => `${path}: ${what}`))).toEqual([]);
});

it('control: a count that was written before is found', () => {
  expect(writtenBefore("t('{count} rules', { count: formatCount(rules.length) })")).toHaveLength(1);
  expect(writtenBefore("rich('{name}: {count} rules', {\n  name,\n  count: String(count),\n})")).toHaveLength(
    1,
  );
  expect(writtenBefore("t('{count} rules', { count: rules.length })")).toEqual([]);
});
