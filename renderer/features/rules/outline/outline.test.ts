import { describe, expect, it } from 'vitest';
import { freshMemory } from '../../../../shared/memory-starts/memory-start.ts';
import type { ContextRule } from '../../../../shared/model/rule.ts';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import { operatorNames, operators } from '../../../../shared/rules/operators.ts';
import { applyEdit, type Documents, emptyDocuments, undoStep } from '../../../stores/history.ts';
import { readConditionText } from '../values/condition-text.ts';
import { findByText, type OutlineRow, outlineRows, outlineStep, textOfRow } from './outline-rows.ts';
import { editedText, writeRow } from './outline-texts.ts';

const rules: ContextRule[] = [
  {
    id: 'low',
    name: 'Low',
    priority: 1,
    when: [{ field: 'addVar.risk', operator: 'gte', value: 3, note: 'kept' }],
    then: { add_memories: ['m', 'n'] },
  },
  { id: 'high', name: 'High', priority: 9, when: [], then: { add_memories: [] } },
];
const engineOf = (id: string, own: ContextRule[]) => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules: own,
});
const working: Documents = {
  ...emptyDocuments,
  engines: {
    e: engineOf('e', rules),
    f: engineOf('f', [{ ...rules[1], id: 'x', name: 'X' } as ContextRule]),
  },
  memories: { m: freshMemory('m', 'M', []), n: freshMemory('n', 'N', []), o: freshMemory('o', 'O', []) },
  layouts: { e: { id: 'e', pins: {}, drafts: { low: [{ operator: 'eq', field: 'addVar.phase' }] } } },
};
const state = { opened: new Map<string, boolean>(), currentEngineId: 'e' };
const rows = outlineRows(working, state);
const texts = (of: readonly OutlineRow[]) => of.map(row => textOfRow(working, row));
const rowOf = (text: string): OutlineRow => {
  const row = rows.find(one => textOfRow(working, one) === text);
  if (!row) throw new Error(text);
  return row;
};

it('is engines, rules as they count, then conditions, drafts and memories, each counted among its like', () => {
  expect(texts(rows)).toEqual(['e', 'High', 'Low', 'risk is at least 3', 'addVar.phase is', 'm', 'n', 'f']);
  expect(rows.map(({ level, position, size }) => [level, position, size])).toEqual([
    [1, 1, 2],
    [2, 1, 2],
    [2, 2, 2],
    [3, 1, 4],
    [3, 2, 4],
    [3, 3, 4],
    [3, 4, 4],
    [1, 2, 2],
  ]);
  const closed = outlineRows(working, { ...state, opened: new Map([['e rule:low', false]]) });
  expect(texts(closed)).toEqual(['e', 'High', 'Low', 'f']);
});

it.each([
  ['e', 'ArrowDown', { to: 1 }],
  ['e', 'ArrowUp', { to: 0 }],
  ['e', 'End', { to: 7 }],
  ['n', 'Home', { to: 0 }],
  ['n', 'ArrowLeft', { to: 2 }],
  ['Low', 'ArrowLeft', { open: false, keys: ['e rule:low'] }],
  ['High', 'ArrowLeft', { to: 0 }],
  ['Low', 'ArrowRight', { to: 3 }],
  ['f', 'ArrowRight', { open: true, keys: ['engine f'] }],
  ['High', '*', { open: true, keys: ['e rule:high', 'e rule:low'] }],
  ['n', 'ArrowRight', undefined],
])('from %s, %s leads to %j', (from, key, expected) => {
  expect(outlineStep(rows, rows.indexOf(rowOf(from)), key, 3)).toEqual(expected);
});

it.each([
  ['lo', 0, 2],
  ['m', 5, 5],
  ['nn', 0, 6],
  ['h', 7, 1],
  ['zz', 0, undefined],
])('typing %j from row %i finds row %j', (typed, at, expected) => {
  expect(findByText(rows, at, typed, row => textOfRow(working, row))).toBe(expected);
});

function written(
  row: OutlineRow,
  text: string,
  before = working,
  type: VariableType = 'unknown',
  seen = before,
) {
  const reasons: (string | undefined)[] = [];
  const recipe = (draft: Documents) => {
    reasons.push(
      writeRow(draft, row, text, { typeOf: () => type, known: ['addVar.phase', 'addVar.risk'], seen }),
    );
  };
  const history = applyEdit({ working: before, past: [], future: [] }, { label: 'test', recipe }, 0);
  expect(undoStep(history).working).toEqual(before);
  return { reason: reasons[0], after: history.working, low: history.working.engines.e?.rules[0] };
}

describe('a row is a text', () => {
  it.each(rows.filter(({ kind }) => kind !== 'draft'))('$key reads as what it is', row => {
    const { reason, after } = written(
      row,
      editedText(working, row, () => 'unknown'),
    );
    expect([reason, after]).toEqual([undefined, working]);
  });

  it.each([5, true, null, '5', 'a'])('a condition on a text reads as what it is with %j', value => {
    const when = [{ field: 'scope.user.user_id', operator: 'eq' as const, value }];
    const rule: ContextRule = { id: 'r', name: '', when, then: { add_memories: [] } };
    const before: Documents = { ...emptyDocuments, engines: { e: engineOf('e', [rule]) } };
    const row = outlineRows(before, state).find(({ kind }) => kind === 'condition') ?? rowOf('e');
    const text = editedText(before, row, () => 'string');
    expect(written(row, text, before, 'string')).toMatchObject({ reason: undefined, after: before });
  });

  it.each([
    { operator: 'in' as const, value: 'a' },
    { operator: 'starts_with' as const, value: 5 },
    { operator: 'eq' as const },
  ])('the condition %j stays what it is where its field is left as it was', condition => {
    const when = [{ field: 'addVar.risk', ...condition }];
    const rule: ContextRule = { id: 'r', name: '', when, then: { add_memories: [] } };
    const before: Documents = { ...emptyDocuments, engines: { e: engineOf('e', [rule]) } };
    const row = outlineRows(before, state).find(({ kind }) => kind === 'condition') ?? rowOf('e');
    const text = editedText(before, row, () => 'unknown');
    expect(written(row, text, before)).toMatchObject({ reason: undefined, after: before });
  });

  it('what became another one since its field was opened is told, and written over then', () => {
    const row = rowOf('risk is at least 3');
    const other = { field: 'addVar.phase', operator: 'exists' as const };
    const moved: Documents = {
      ...working,
      engines: { e: engineOf('e', [{ ...(rules[0] as ContextRule), when: [other] }]) },
    };
    const text = 'addVar.risk is at least 4';
    expect(written(row, text, moved, 'unknown', working)).toMatchObject({
      reason: 'It became “addVar.phase exists” elsewhere meanwhile. Enter replaces that.',
      after: moved,
    });
    expect(written(row, text, moved).low?.when).toMatchObject([{ operator: 'gte', value: 4 }]);
  });

  it('a condition is another one, keeps what others keep in it, and may become two', () => {
    expect(written(rowOf('risk is at least 3'), 'phase is planning').low?.when).toEqual([
      { field: 'addVar.phase', operator: 'eq', value: 'planning', note: 'kept' },
    ]);
    expect(written(rowOf('risk is at least 3'), 'risk >= 2 and < 5').low?.when).toMatchObject([
      { operator: 'gte', value: 2 },
      { operator: 'lt', value: 5 },
    ]);
  });

  it('a draft that says enough is a condition, one that does not stays a draft', () => {
    const whole = written(rowOf('addVar.phase is'), 'phase exists');
    expect([whole.low?.when[1], whole.after.layouts]).toEqual([
      { field: 'addVar.phase', operator: 'exists' },
      {},
    ]);
    const begun = written(rowOf('addVar.phase is'), 'addVar.risk');
    expect(begun.after.layouts.e?.drafts?.low).toEqual([{ operator: 'eq', field: 'addVar.risk' }]);
  });

  it.each([
    ...operatorNames.map(operator => ({ operator })),
    ...operatorNames
      .filter(operator => operators[operator].takes !== 'none')
      .map(operator => ({ operator, field: 'addVar.a b' })),
  ])('the draft %j is as it was when its field is left', begun => {
    const before = { ...working, layouts: { e: { id: 'e', pins: {}, drafts: { low: [begun] } } } };
    const row = outlineRows(before, state).find(({ kind }) => kind === 'draft') ?? rowOf('e');
    const text = editedText(before, row, () => 'unknown');
    expect(written(row, text, before).after).toEqual(before);
  });

  it('what is added is a condition, a draft of one, or a memory', () => {
    const added = (what: 'condition' | 'memory', text: string) =>
      written(
        { kind: 'new', what, key: '', level: 3, position: 1, size: 1, engineId: 'e', ruleId: 'low' },
        text,
      );
    expect(added('condition', 'phase in a, b').low?.when[1]).toEqual({
      field: 'addVar.phase',
      operator: 'in',
      value: ['a', 'b'],
    });
    expect(added('condition', 'phase').after.layouts.e?.drafts?.low).toHaveLength(2);
    expect(added('memory', 'o').low?.then.add_memories).toEqual(['m', 'n', 'o']);
  });

  it.each([
    ['risk is at least 3', '', 'A condition begins with its variable.'],
    ['risk is at least 3', 'risk >= high', '“is at least” needs a number, and “high” is none.'],
    [
      'risk is at least 3',
      'risk',
      'A condition says something of its variable: “is planning”, “exists”, “>= 3”.',
    ],
    ['m', 'nobody', 'No memory has the id “nobody”.'],
    ['e', ' ', 'An engine has a name.'],
    ['e', 'a'.repeat(301), 'A name has at most 300 letters.'],
  ])('%s is not %j, which leaves everything as it is', (row, text, reason) => {
    expect(written(rowOf(row), text)).toMatchObject({ reason, after: working });
  });
});

it.each([
  ['phase exists', 'addVar.phase'],
  ['agent_type is qa', 'scope.agent.agent_type'],
  ['addVar.phase', 'addVar.phase'],
  ['"addVar.a b" is c', 'addVar.a b'],
])('reads the variable of %j', (text, field) => {
  expect(readConditionText(text, () => 'unknown', ['addVar.phase'])).toMatchObject({ ok: true, field });
});
