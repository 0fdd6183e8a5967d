import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftCondition, Layout } from '../../../shared/model/layout.ts';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { deleteRules } from '../../stores/delete-rules.ts';
import { edit, useDocuments } from '../../stores/documents.ts';
import { emptyDocuments } from '../../stores/history.ts';
import { copyRules, parseRules, pasteRuleJson, replaceWithPasted } from './copied-rules.ts';
import { currentSelection, selectEngine } from './selection.ts';

const rule = { id: 'a', name: 'A', extra: 1, when: [], then: { add_memories: [] } };
const begun: readonly DraftCondition[] = [{ field: 'addVar.risk', operator: 'gt' }, { operator: 'eq' }];
const isARule = (value: object) => ({ rule: value, begun: [] });

it.each([
  [rule, [isARule(rule)]],
  [
    [rule, { ...rule, id: 'b' }],
    [isARule(rule), isARule({ ...rule, id: 'b' })],
  ],
  [{ id: 'e', name: 'E', rules: [rule] }, [isARule(rule)]],
  [{ ...rule, begun_conditions: begun }, [{ rule, begun }]],
  [{ ...rule, begun_conditions: 'soon' }, [isARule({ ...rule, begun_conditions: 'soon' })]],
])('reads rules from %j', (value, rules) => {
  expect(parseRules(JSON.stringify(value))).toEqual({ ok: true, rules });
});

it.each([
  ['hello', 'The clipboard holds no rule JSON.'],
  ['[]', 'There is no rule in it.'],
  [
    '{"id":"a","name":"A","when":[]}',
    'It is no rule: then: Invalid input: expected object, received undefined.',
  ],
])('refuses %s', (text, reason) => {
  expect(parseRules(text)).toEqual({ ok: false, reason });
});

describe('on the clipboard', () => {
  const clipboard = { text: '' };
  const complete = (id: string): ContextRule => ({
    id,
    name: id,
    when: [{ field: 'phase', operator: 'exists' }],
    then: { add_memories: ['m'] },
  });
  const open = (rules: readonly ContextRule[], layout?: Omit<Layout, 'id' | 'pins'>) => {
    const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: [...rules] };
    const layouts = layout && { e: { id: 'e', pins: {}, ...layout } };
    const working = { ...emptyDocuments, engines: { e: engine }, ...(layouts && { layouts }) };
    useDocuments.setState({ working, saved: emptyDocuments, past: [], future: [] });
    selectEngine('e');
  };
  const now = () => useDocuments.getState().working;
  beforeEach(() => {
    vi.stubGlobal('navigator', {
      clipboard: {
        writeText: async (text: string) => {
          clipboard.text = text;
        },
        readText: async () => clipboard.text,
      },
    });
  });

  it.each([
    ['into an engine without rules', [], ['x', 'y', 'z']],
    ['behind one', ['a', 'b'], ['a', 'x', 'y', 'z', 'b']],
  ])('rules come %s in their order, and the first is shown', async (_, there, after) => {
    open(there.map(complete));
    clipboard.text = JSON.stringify(['x', 'y', 'z'].map(complete));
    await pasteRuleJson();
    expect([now().engines.e?.rules.map(({ id }) => id), currentSelection().rule?.id]).toEqual([after, 'x']);
  });

  it.each<[string, readonly ContextRule[], Omit<Layout, 'id' | 'pins'>]>([
    ['a rule', [complete('a')], { drafts: { a: [...begun] } }],
    [
      'a draft',
      [],
      {
        drafts: { a: [...begun] },
        begun: { a: { at: 0, rule: { ...complete('a'), enabled: false, when: [] } } },
      },
    ],
  ])('%s that is cut and pasted still has the conditions that are begun in it', async (_, rules, layout) => {
    open(rules, layout);
    const before = now();
    await copyRules('e', ['a']);
    edit('delete rule', draft => deleteRules(draft, 'e', ['a']));
    await pasteRuleJson();
    expect(now()).toEqual(before);
  });

  it('a rule that is replaced has the conditions that are begun in the other one', async () => {
    open([complete('a'), complete('b')], { drafts: { a: [...begun], b: [{ operator: 'gt' }] } });
    await copyRules('e', ['a']);
    await replaceWithPasted({ engineId: 'e', ruleId: 'b' });
    expect(now().layouts.e?.drafts).toEqual({ a: begun, b: begun });
  });
});
