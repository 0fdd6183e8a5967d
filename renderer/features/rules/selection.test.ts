import { beforeEach, describe, expect, it } from 'vitest';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { edit, undo, useDocuments } from '../../stores/documents.ts';
import { emptyDocuments } from '../../stores/history.ts';
import { arrange, canArrange, moveNodes } from './canvas/pin-actions.ts';
import { deleteAndStep, duplicateAndShow, idsOfCurrentRules, toggleMuted } from './rule-actions.ts';
import {
  addSelected,
  clearMarked,
  currentSelectedIds,
  currentSelection,
  ruleIdsOf,
  select,
  selectEngine,
  selectTogether,
  toggleSelected,
} from './selection.ts';

const rule = (id: string, priority: number): ContextRule => ({
  id,
  name: id,
  priority,
  when: [],
  then: { add_memories: [] },
});
const engine = {
  id: 'e',
  name: 'E',
  description: '',
  enabled: true,
  rules: [rule('a', 9), rule('b', 8), rule('c', 7), rule('d', 6)],
};

beforeEach(() => {
  const documents = { ...emptyDocuments, engines: { e: engine, f: { ...engine, id: 'f' } } };
  useDocuments.setState({ working: documents, saved: documents, past: [], future: [] });
  selectEngine('e');
});

const inSight = () => currentSelection().rule?.id;
const rulesNow = () => useDocuments.getState().working.engines.e?.rules.map(({ id }) => id);
const labels = () => useDocuments.getState().past.map(({ label }) => label);

describe('selecting several nodes', () => {
  it('means the rule in sight while nothing else is chosen', () => {
    expect([currentSelectedIds(), idsOfCurrentRules()]).toEqual([['rule:a'], ['a']]);
  });

  it('adds and takes away one by one; what came last is in sight', () => {
    toggleSelected('e', 'rule:c');
    expect([currentSelectedIds(), inSight()]).toEqual([['rule:a', 'rule:c'], 'c']);
    addSelected('e', 'memory:m');
    addSelected('e', 'rule:c');
    expect(currentSelectedIds()).toEqual(['rule:a', 'rule:c', 'memory:m']);
    toggleSelected('e', 'rule:c');
    expect([currentSelectedIds(), inSight()]).toEqual([['rule:a', 'memory:m'], 'a']);
    toggleSelected('e', 'memory:m');
    expect([currentSelectedIds(), clearMarked()]).toEqual([['rule:a'], false]);
  });

  it('keeps what is in sight if it is among them, else shows their first rule', () => {
    selectTogether('e', ['memory:m', 'rule:b', 'rule:c']);
    expect(inSight()).toBe('b');
    selectTogether('e', ['rule:c', 'rule:b']);
    expect(inSight()).toBe('b');
  });

  it.each([
    ['another is chosen', () => select('rule:d'), ['rule:d']],
    ['it is left', () => clearMarked(), ['rule:a']],
    ['another engine is shown', () => selectEngine('f'), ['rule:a']],
  ])('ends when %s', (_, end, left) => {
    selectTogether('e', ['rule:a', 'rule:b']);
    end();
    expect(currentSelectedIds()).toEqual(left);
  });
});

describe('what is done with several rules is one step', () => {
  beforeEach(() => selectTogether('e', ['rule:a', 'rule:c', 'memory:m']));

  it('deletes them and shows what takes their place', () => {
    deleteAndStep('e', idsOfCurrentRules());
    expect([rulesNow(), inSight(), labels()]).toEqual([['b', 'd'], 'd', ['delete 2 rules']]);
    undo();
    expect(rulesNow()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('mutes all while one is on, and unmutes all when all are muted', () => {
    const muted = () =>
      useDocuments.getState().working.engines.e?.rules.flatMap(r => (r.enabled === false ? r.id : []));
    toggleMuted('e', ['a']);
    toggleMuted('e', idsOfCurrentRules());
    expect(muted()).toEqual(['a', 'c']);
    toggleMuted('e', idsOfCurrentRules());
    expect([muted(), labels()]).toEqual([[], ['mute rule', 'mute 2 rules', 'unmute 2 rules']]);
  });

  it('is done to the rule in sight once those selected together are gone, or all but one are', () => {
    duplicateAndShow('e', idsOfCurrentRules());
    undo();
    expect([currentSelectedIds(), idsOfCurrentRules(), inSight()]).toEqual([['rule:a'], ['a'], 'a']);
    selectTogether('e', ['rule:c', 'rule:d', 'rule:gone', 'adds:gone:m']);
    expect([currentSelectedIds(), idsOfCurrentRules()]).toEqual([
      ['rule:c', 'rule:d'],
      ['c', 'd'],
    ]);
    edit('delete rule', draft => void draft.engines.e?.rules.pop());
    expect([currentSelectedIds(), idsOfCurrentRules()]).toEqual([['rule:c'], ['c']]);
  });

  it('copies each behind itself and selects the copies', () => {
    duplicateAndShow('e', idsOfCurrentRules());
    expect(rulesNow()).toEqual(['a', 'a-copy', 'b', 'c', 'c-copy', 'd']);
    expect([currentSelectedIds(), labels()]).toEqual([['rule:a-copy', 'rule:c-copy'], ['duplicate 2 rules']]);
  });

  it('does nothing with none', () => {
    deleteAndStep('e', []);
    expect([rulesNow(), labels()]).toEqual([['a', 'b', 'c', 'd'], []]);
  });
});

describe('arranging', () => {
  const pins = () => useDocuments.getState().working.layouts.e?.pins;
  const every = ['rule:a', 'rule:b', 'rule:c', 'rule:d'];

  it('has nothing to do without pins', () => {
    expect([canArrange('e', []), canArrange('e', every)]).toEqual([false, false]);
  });

  it('keeps pins and settles them as one step; with every rule selected they go', () => {
    moveNodes('e', new Map([['rule:a', { x: 1, y: 2 }]]));
    expect(canArrange('e', [])).toBe(true);
    arrange('e', ['rule:a']);
    expect([pins(), canArrange('e', [])]).toEqual([{ 'rule:a': { x: 1, y: 2, settled: true } }, false]);
    expect(canArrange('e', every)).toBe(true);
    arrange('e', every);
    expect([pins(), labels()]).toEqual([undefined, ['move on canvas', 'arrange canvas', 'arrange canvas']]);
    undo();
    undo();
    expect(pins()).toEqual({ 'rule:a': { x: 1, y: 2 } });
  });
});

it('tells views without nodes which rules are selected together', () => {
  selectTogether('e', ['rule:c', 'memory:a', 'rule:a', 'adds:b:a']);
  expect([...ruleIdsOf(currentSelectedIds())]).toEqual(['c', 'a']);
});
