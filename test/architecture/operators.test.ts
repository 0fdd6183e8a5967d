import { expect, it } from 'vitest';
import { operatorNames } from '../../shared/rules/operators.ts';
import { fewestListed, type NamedWords, namedWords } from './named-words.ts';
import { isProduct, readText, sourcePaths } from './source-tree.ts';

const names: readonly string[] = operatorNames;
const home = /^shared\/rules\/operators(?:\/|\.ts$)/;

/** Why a file of the product names an operator, or a word that is one elsewhere. */
const reasons: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'methods of the expression language, which is another one': {
    'shared/pipeline/expression/expression.ts': ['contains', 'starts_with', 'ends_with'],
    'electron/engine/pipeline/evaluate-expression.ts': ['contains', 'starts_with', 'ends_with'],
  },
  'a direction, or a plain word': {
    'shared/model/ledger.ts': ['in'],
    'electron/services/ledger/linked-entities.ts': ['in'],
    'shared/pipeline/steps/blackboard.ts': ['in'],
    'shared/pipeline/steps/decisions.ts': ['in'],
  },
  'a rule that is begun with an operator, which others may be chosen for': {
    'renderer/features/rules/edits/rule-templates.ts': [
      'contains',
      'ends_with',
      'eq',
      'gte',
      'in',
      'starts_with',
    ],
  },
  "a key of another tool's files": {
    'electron/services/imports/kinds/continue-rules.ts': ['regex'],
  },
};

/** Operators that a file names in texts, and those it lists: in one array, one call, one object or one `switch`. */
/** What asks other rule engines the same, each in its own words; and this file, which shows what is found. */
const translates = /^test\/(?:peers\/|architecture\/operators\.test\.ts$)/;

/** Of most files a look at their words says that they name none: parsing all of them takes seconds. */
const isQuoted = new RegExp(`(['"])(?:${names.join('|')})\\1`);
const isWord = new RegExp(`\\b(?:${names.join('|')})\\b`, 'g');

function wordsIn(path: string): NamedWords {
  const text = readText(path);
  const mayName = isQuoted.test(text) || new Set(text.match(isWord)).size >= fewestListed;
  return mayName ? namedWords(path, text, names) : { texts: [], lists: [] };
}

const sorted = (words: Iterable<string>): string[] => [...new Set(words)].sort();

it('no file of the product but the operators themselves names an operator, unless a reason is written down', () => {
  const known = new Map(Object.values(reasons).flatMap(files => Object.entries(files)));
  const strangers = sourcePaths()
    .filter(path => isProduct(path) && !home.test(path))
    .flatMap(path => {
      const { texts, lists } = wordsIn(path);
      const named = sorted([...texts, ...lists.flat()]).filter(name => !known.get(path)?.includes(name));
      return named.length === 0 ? [] : [`${path}: ${named.join(', ')}`];
    });
  expect(strangers).toEqual([]);
});

it('no reason is left of a name that is gone', () => {
  const gone = Object.values(reasons).flatMap(files =>
    Object.entries(files).filter(([path, named]) => {
      const { texts } = wordsIn(path);
      return named.some(name => !texts.includes(name));
    }),
  );
  expect(gone).toEqual([]);
});

it('no test lists operators either, which would leave a new one out', () => {
  const listing = sourcePaths()
    .filter(path => !home.test(path) && !isProduct(path) && !translates.test(path))
    .flatMap(path => wordsIn(path).lists.map(list => `${path}: ${list.join(', ')}`));
  expect(listing).toEqual([]);
});

it.each([
  ["const known = ['gt', 'gte', 'lt'];", ['gt', 'gte', 'lt'], [['gt', 'gte', 'lt']]],
  [
    "const known = ['gt' as const, 'lte' as const, 'lt' as const];",
    ['gt', 'lte', 'lt'],
    [['gt', 'lte', 'lt']],
  ],
  ["one.operator === 'not_exists'", ['not_exists'], []],
  ['const cost = { eq: 0, neq: 1, regex: 5 };', [], [['eq', 'neq', 'regex']]],
  [
    "switch (operator) { case 'eq': case 'in': case 'gt': break; default: }",
    ['eq', 'in', 'gt'],
    [['eq', 'in', 'gt']],
  ],
  ["fc.constantFrom('eq', 'neq', 'exists')", ['eq', 'neq', 'exists'], [['eq', 'neq', 'exists']]],
  ['// what `eq` does, and "not_in"', [], []],
  ['const { exists, regex } = this; exists(regex);', [], []],
])('control: sees what is named in %s', (text, texts, lists) => {
  expect(namedWords('control.ts', text, names)).toEqual({ texts, lists });
});
