import { expect, it } from 'vitest';
import type { ImportItem } from '../../../shared/contract/imports.ts';
import {
  chosenIds,
  countChanges,
  describeChosen,
  hasGone,
  previewRows,
  resultRows,
  turnToChoose,
} from './import-rows.ts';

const item = (id: string, change: ImportItem['change'], more: Partial<ImportItem> = {}): ImportItem => ({
  id,
  source: 'rule_json',
  file: 'rules.json',
  name: `Name of ${id}`,
  makes: [{ kind: 'engine', id }],
  change,
  notes: [],
  ...more,
});
const preview = {
  items: [
    item('a', 'created', { notes: ['a note'] }),
    item('b', 'kept'),
    item('c', 'unchanged'),
    item('document:d.md', 'created', {
      file: 'd.md',
      name: 'd.md',
      makes: [{ kind: 'document', id: 'd.md' }],
    }),
    item('e', 'refused'),
  ],
  refused: [{ file: 'broken.json', line: 3, column: 5, reason: 'is no JSON' }],
};
const skipped = [{ file: 'logo.png', reason: 'is no text' }];
const rows = previewRows(preview, skipped);

it('lists what needs a look first, then every item, then what was not sent', () => {
  expect(rows.map(({ title, place, change, choosable }) => [title, place, change, choosable])).toEqual([
    ['broken.json:3:5', '', 'refused', false],
    ['Name of a', 'engine a · rules.json', 'created', true],
    ['Name of b', 'engine b · rules.json', 'kept', true],
    ['Name of c', 'engine c · rules.json', 'unchanged', false],
    ['d.md', 'document', 'created', true],
    ['Name of e', 'engine e · rules.json', 'refused', false],
    ['logo.png', '', 'refused', false],
  ]);
});

it('chooses what changes something, unless it was turned around', () => {
  expect([chosenIds(rows, new Set()), chosenIds(rows, new Set(['a', 'b', 'c']))]).toEqual([
    ['a', 'document:d.md'],
    ['b', 'document:d.md'],
  ]);
});

it('asks about files that are gone only where there are some, and removes what it was told to', () => {
  const gone = (change: 'gone' | 'removed') => previewRows({ items: [item('g', change)], refused: [] }, []);
  expect(
    [rows, gone('gone'), gone('removed')].map(list => [hasGone(list), chosenIds(list, new Set())]),
  ).toEqual([
    [false, ['a', 'document:d.md']],
    [true, []],
    [true, ['g']],
  ]);
});

it('says on its button what is brought and what is removed', () => {
  const both = previewRows({ items: [item('a', 'created'), item('g', 'removed')], refused: [] }, []);
  expect([[], ['a'], ['g'], ['a', 'g']].map(ids => describeChosen(both, ids))).toEqual([
    'Nothing to import',
    'Import 1 item',
    'Remove 1 item',
    'Import 1 item, remove 1',
  ]);
});

it('turns only the rows in sight, so that a filter keeps what was chosen elsewhere', () => {
  const inSight = rows.filter(({ change }) => change === 'kept');
  const turned = turnToChoose(inSight, new Set(['b']), new Set(['a']));
  expect(turned).toEqual(new Set(['a', 'b']));
  expect(turnToChoose(inSight, new Set(), turned)).toEqual(new Set(['a']));
});

it('counts each change that occurs', () => {
  expect(countChanges(rows)).toEqual([
    { change: 'created', count: 2 },
    { change: 'kept', count: 1 },
    { change: 'unchanged', count: 1 },
    { change: 'refused', count: 3 },
  ]);
});

it('reports what was done, and by name what was left out', () => {
  const edited = item('k', 'kept', { notes: ['it was edited'] });
  const gone = item('g', 'gone', { notes: ['its file is gone'] });
  const all = { ...preview, items: [...preview.items, edited, gone] };
  const not_chosen = ['document:d.md', 'c', 'k', 'g'];
  const result = { items: preview.items.slice(0, 1), not_chosen, refused: [] };
  expect(
    resultRows(result, all, []).map(({ title, change, notes, choosable }) => [
      title,
      change,
      notes,
      choosable,
    ]),
  ).toEqual([
    ['Name of a', 'created', ['a note'], false],
    ['Name of c', 'unchanged', [], false],
    ['d.md', 'not_chosen', [], false],
    ['Name of k', 'kept', ['it was edited'], false],
    ['Name of g', 'gone', ['its file is gone'], false],
  ]);
});
