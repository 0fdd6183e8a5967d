import { expect, it } from 'vitest';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import { applyEdit, type Documents, emptyDocuments, undoStep } from '../../../stores/history.ts';
import { columnsOf, writeCells } from './columns.ts';
import { idsBetween, isAsCounted, orderAmong, ruleRow, tableRows } from './table-rows.ts';

const rules: ContextRule[] = [
  {
    id: 'a',
    name: 'A',
    priority: 1,
    when: [
      { field: 'addVar.phase', operator: 'eq', value: 'planning', note: 'kept' },
      { field: 'addVar.risk', operator: 'gte', value: 3 },
    ],
    then: { add_memories: ['m'] },
  },
  {
    id: 'b',
    name: 'B',
    priority: 10,
    when: [{ field: 'addVar.phase', operator: 'exists' }],
    then: { add_memories: [] },
  },
  { id: 'c', name: 'C', enabled: false, priority: 2, when: [], then: { add_memories: [] } },
];
const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
const working: Documents = { ...emptyDocuments, engines: { e: engine } };
const columns = columnsOf(engine, () => 'unknown');
const column = (title: string) => columns.find(one => one.title === title) ?? columns[0];

function written(...cells: readonly (readonly [ruleId: string, title: string, text: string])[]) {
  const refused: string[] = [];
  const recipe = (draft: Documents) => {
    const texts = cells.flatMap(([ruleId, title, text]) => {
      const one = column(title);
      return one ? [{ ruleId, column: one, text }] : [];
    });
    refused.push(...writeCells(draft, 'e', texts).map(({ reason }) => reason));
  };
  const history = applyEdit({ working, past: [], future: [] }, { label: 'test', recipe }, 0);
  expect(undoStep(history).working).toEqual(working);
  return { refused, rule: (id: string) => history.working.engines.e?.rules.find(rule => rule.id === id) };
}

it('has a column for each variable, and cells in words', () => {
  expect(columns.map(({ title }) => title)).toEqual([
    'Rule',
    'Priority',
    'State',
    'phase',
    'risk',
    'Adds',
    'Tags',
  ]);
  expect(rules.map(rule => columns.map(one => one.read(rule)))).toEqual([
    ['A', '1', 'on', 'is planning', 'is at least 3', 'm', ''],
    ['B', '10', 'on', 'exists', '', '', ''],
    ['C', '2', 'draft', '', '', '', ''],
  ]);
});

it('a cell takes the place of the conditions on its variable, with what others keep in them; what says the same is the same as it was', () => {
  const { rule, refused } = written(['a', 'phase', 'in planning, review'], ['a', 'risk', '>= 3 and < 9']);
  expect(refused).toEqual([]);
  expect(rule('a')?.when).toEqual([
    { field: 'addVar.phase', operator: 'in', value: ['planning', 'review'], note: 'kept' },
    { field: 'addVar.risk', operator: 'gte', value: 3 },
    { field: 'addVar.risk', operator: 'lt', value: 9 },
  ]);
  expect(written(['a', 'phase', 'exists and is planning']).rule('a')?.when.slice(0, 2)).toEqual([
    { field: 'addVar.phase', operator: 'exists' },
    rules[0]?.when[0],
  ]);
  expect(written(['a', 'phase', 'exists']).rule('a')?.when[0]).toEqual({
    field: 'addVar.phase',
    operator: 'exists',
    note: 'kept',
  });
  expect(written(['a', 'phase', 'planning']).rule('a')?.when[0]).toBe(rules[0]?.when[0]);
});

it('a cell that became another one since it was seen is told, and one that says what was seen changes nothing', () => {
  const cells = (text: string, seen: string) =>
    columns.slice(0, 1).map(name => ({ ruleId: 'a', column: name, text, seen }));
  const write = (text: string, seen: string) => writeCells(structuredClone(working), 'e', cells(text, seen));
  expect(write('mine', 'before').map(({ reason }) => reason)).toEqual([
    'It became “A” elsewhere meanwhile. Enter replaces that.',
  ]);
  expect([write('mine', 'A'), write('before', 'before')]).toEqual([[], []]);
});

it('an empty cell takes its conditions away; a draft is heard with its first', () => {
  expect(written(['a', 'risk', '']).rule('a')?.when).toHaveLength(1);
  expect(written(['c', 'risk', '3']).rule('c')).toEqual({
    id: 'c',
    name: 'C',
    priority: 2,
    when: [{ field: 'addVar.risk', operator: 'eq', value: 3 }],
    then: { add_memories: [] },
  });
});

it('cells tell numbers, booleans and null from texts, also of a variable that is a text', () => {
  const values = [5, '5', true, null, 'a'];
  const asking = values.map(
    (value, at): ContextRule => ({
      id: `r${at}`,
      name: '',
      when: [{ field: 'scope.user.user_id', operator: 'eq', value }],
      then: { add_memories: [] },
    }),
  );
  const asked = columnsOf({ ...engine, rules: asking }, () => 'string').find(({ field }) => field);
  const cells = asking.map(rule => asked?.read(rule) ?? '');
  expect(cells).toEqual(['is 5', 'is "5"', 'is true', 'is null', 'is a']);
  const rewritten = applyEdit(
    {
      working: { ...emptyDocuments, engines: { e: { ...engine, rules: asking } } },
      past: [],
      future: [],
    },
    {
      label: 'test',
      recipe: draft => {
        for (const [at, text] of cells.entries())
          asked?.write(draft, { engineId: 'e', ruleId: `r${at}` }, text);
      },
    },
    0,
  );
  expect(rewritten.working.engines.e?.rules).toEqual(asking);
});

it('what cannot be read is told and stays, beside what can', () => {
  const { rule, refused } = written(
    ['a', 'risk', '>= many'],
    ['a', 'Priority', 'high'],
    ['a', 'State', 'off'],
    ['a', 'Adds', 'nobody'],
    ['a', 'Tags', 'x, y'],
  );
  expect(refused).toHaveLength(4);
  expect(rule('a')).toEqual({ ...rules[0], tags: ['x', 'y'] });
});

const order = (...given: Parameters<typeof tableRows>) =>
  tableRows(...given).map(row => (row.kind === 'rule' ? row.rule.id : `${row.text}: ${row.count}`));

it('sorts, filters and groups; empty cells come last', () => {
  expect(order(engine, columns, { filter: '' })).toEqual(['b', 'c', 'a']);
  const byPriority = { columnId: 'priority', isDown: false };
  expect(order(engine, columns, { filter: '', sort: byPriority })).toEqual(['a', 'c', 'b']);
  const byRisk = { columnId: 'field:addVar.risk', isDown: true };
  expect(order(engine, columns, { filter: '', sort: byRisk })).toEqual(['a', 'b', 'c']);
  expect(order(engine, columns, { filter: 'PLAN' })).toEqual(['a']);
  expect(order(engine, columns, { filter: '', groupBy: 'state' })).toEqual([
    'on: 2',
    'b',
    'a',
    'draft: 1',
    'c',
  ]);
});

it('sorts priorities as numbers', () => {
  const priorities = [3, -5, 0.25, -10, 0.5];
  const many = {
    ...engine,
    rules: priorities.map((priority, at) => ({ ...rules[0], id: `r${at}`, priority })),
  };
  const sorted = tableRows(many as typeof engine, columns, {
    filter: '',
    sort: { columnId: 'priority', isDown: false },
  });
  expect(sorted.map(row => row.kind === 'rule' && row.rule.priority)).toEqual([-10, -5, 0.25, 0.5, 3]);
});

it('a column that is gone neither sorts nor groups, and rows stand as they count then', () => {
  const gone = { filter: ' ', sort: { columnId: 'field:gone', isDown: true }, groupBy: 'field:gone' };
  expect(orderAmong(columns, gone)).toEqual({ filter: ' ', sort: undefined, groupBy: undefined });
  expect(isAsCounted(orderAmong(columns, gone))).toBe(true);
  const there = { filter: '', sort: { columnId: 'priority', isDown: true }, groupBy: 'state' };
  expect([orderAmong(columns, there), isAsCounted(there)]).toEqual([there, false]);
});

it('from row to row headings of groups are passed over, and at the ends one turns back', () => {
  const rows = tableRows(engine, columns, { filter: '', groupBy: 'state' });
  expect([ruleRow(rows, 2, 3), ruleRow(rows, 4, 3), ruleRow(rows, 1, 0), ruleRow([], -1, 0)]).toEqual([
    4, 2, 1, -1,
  ]);
  expect(idsBetween(rows, 4, 1)).toEqual(['b', 'a', 'c']);
});
