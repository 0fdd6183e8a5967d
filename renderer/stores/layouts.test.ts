import { expect, it } from 'vitest';
import { formatCanonicalJson } from '../../shared/model/canonical-json.ts';
import { engineOrder } from '../../shared/model/key-orders.ts';
import { layoutSchema } from '../../shared/model/layout.ts';
import type { Condition, ContextRule } from '../../shared/model/rule.ts';
import { insertRule, replaceRule } from '../features/rules/copied-rules.ts';
import { addCondition } from '../features/rules/edits/condition-edits.ts';
import { beginCondition, settleDraft } from '../features/rules/edits/draft-edits.ts';
import { addRuleMemory } from '../features/rules/edits/memory-edits.ts';
import {
  addAlternative,
  addRule,
  duplicateRule,
  moveRule,
  renameRule,
  setRuleDescription,
  setRuleMuted,
  setRuleTags,
  settleRuleId,
} from '../features/rules/edits/rule-edits.ts';
import { addRuleFromTemplate, ruleTemplates } from '../features/rules/edits/rule-templates.ts';
import { addTagToRules } from '../features/rules/edits/together-edits.ts';
import { columnsOf, writeCells } from '../features/rules/table/columns.ts';
import { deleteRules } from './delete-rules.ts';
import { applyEdit, type Documents, emptyDocuments, findRule, type History, undoStep } from './history.ts';
import { putRule, shownEngine, shownRules } from './layouts.ts';

const phase: Condition = { field: 'addVar.phase', operator: 'eq', value: 'planning' };
const rule = (id: string, priority: number): ContextRule => ({
  id,
  name: id,
  priority,
  when: [phase],
  then: { add_memories: ['m'] },
});
const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: [rule('a', 9), rule('b', 9)] };
const first: History = {
  working: { ...emptyDocuments, engines: { e: engine } },
  past: [],
  future: [],
};
const after = (history: History, recipe: (draft: Documents) => unknown): History =>
  applyEdit(history, { label: 'test', recipe: draft => void recipe(draft) }, history.past.length * 2000);
const ids = ({ working }: History) => shownRules(working, 'e').map(({ id }) => id);
const inFile = ({ working }: History) => working.engines.e?.rules.map(({ id }) => id);
const fileOf = ({ working }: History) => formatCanonicalJson(working.engines.e, engineOrder);
const at = (ruleId: string) => ({ engineId: 'e', ruleId });

/** What begins a rule that says nothing yet, wherever it is done. */
const beginnings: Record<string, (draft: Documents) => unknown> = {
  'new rule': draft => addRule(draft, 'e', 'New'),
  'an alternative': draft => addAlternative(draft, at('a')),
  'a template that lacks something': draft => addRuleFromTemplate(draft, 'e', ruleTemplates.agent),
  'a draft that is duplicated': draft => duplicateRule(draft, at(addRule(draft, 'e', 'New') ?? '')),
  'a draft that is pasted': draft =>
    insertRule(draft, 'e', { ...rule('x', 1), enabled: false, when: [] }, 'a'),
};

/** What may be done to a draft while it stays one. */
const works: Record<string, (draft: Documents, ruleId: string) => unknown> = {
  'is named': (draft, id) => renameRule(draft, at(id), 'Named'),
  'gets another id': (draft, id) => {
    renameRule(draft, at(id), 'Named');
    return settleRuleId(draft, at(id));
  },
  'gets a memory': (draft, id) => addRuleMemory(draft, at(id), 'n'),
  'gets tags': (draft, id) => setRuleTags(draft, at(id), ['t']),
  'gets tags with others': (draft, id) => addTagToRules(draft, { engineId: 'e', ruleIds: [id, id] }, 't'),
  'is described': (draft, id) => setRuleDescription(draft, at(id), 'why'),
  'gets a condition that is begun': (draft, id) => beginCondition(draft, at(id), { operator: 'eq' }),
  'is moved': (draft, id) => {
    moveRule(draft, at(id), -1);
    moveRule(draft, at(id), -1);
  },
  'is replaced by another draft': (draft, id) =>
    replaceRule(draft, at(id), { ...rule('x', 3), enabled: false, when: [] }),
  'is written in the table': (draft, id) =>
    writeCells(
      draft,
      'e',
      columnsOf(engine, () => 'unknown')
        .filter(({ id: column }) => ['name', 'priority', 'state'].includes(column))
        .map((column, index) => ({ ruleId: id, column, text: ['Typed', '4', 'draft'][index] ?? '' })),
    ),
  'is deleted': (draft, id) => deleteRules(draft, 'e', [id]),
};

it.each(Object.entries(beginnings))(
  '%s leaves the file of the engine as it was, byte by byte',
  (_, begin) => {
    const begun = after(first, begin);
    expect(ids(begun).length).toBeGreaterThan(2);
    expect(fileOf(begun)).toBe(fileOf(first));
    expect(begun.working.engines.e).toBe(first.working.engines.e);
    expect(layoutSchema.safeParse(begun.working.layouts.e).success).toBe(true);
    expect(undoStep(begun).working).toEqual(first.working);
  },
);

it.each(Object.entries(works))('a draft that %s is never in the file, and all of it is undone', (_, work) => {
  for (const begin of Object.values(beginnings)) {
    const begun = after(first, begin);
    const draft = ids(begun).find(id => !inFile(begun)?.includes(id)) ?? '';
    const worked = after(begun, documents => work(documents, draft));
    expect(fileOf(worked)).toBe(fileOf(first));
    expect(worked.working).not.toEqual(begun.working);
    expect(undoStep(undoStep(worked)).working).toEqual(first.working);
  }
});

/** What makes a draft a rule; each must bring it into the file, so that the tests above can fail. */
const endings: Record<string, (draft: Documents, ruleId: string) => unknown> = {
  'its first condition': (draft, id) => addCondition(draft, at(id), phase),
  'a condition that was begun and is complete': (draft, id) => {
    beginCondition(draft, at(id), { operator: 'eq' });
    const begun = draft.layouts.e?.drafts?.[id]?.at(-1);
    Object.assign(begun ?? {}, { field: 'addVar.phase', value: 'planning' });
    settleDraft(draft, { ...at(id), draft: (draft.layouts.e?.drafts?.[id]?.length ?? 0) - 1 });
  },
  'somebody who wants it without': (draft, id) => setRuleMuted(draft, at(id), false),
  'a rule that replaces it': (draft, id) => replaceRule(draft, at(id), rule('x', 9)),
  'a cell of the table': (draft, id) =>
    writeCells(draft, 'e', [
      {
        ruleId: id,
        column: columnsOf(engine, () => 'unknown').find(({ field }) => field === 'addVar.phase') ?? never(),
        text: 'review',
      },
    ]),
};
const never = () => {
  throw new Error('no such column');
};

it.each(Object.entries(endings))('%s brings a draft into the file where it was shown', (_, end) => {
  for (const begin of Object.values(beginnings)) {
    const begun = after(first, begin);
    const draft = ids(begun).find(id => !inFile(begun)?.includes(id)) ?? '';
    const ended = after(begun, documents => end(documents, draft));
    expect(inFile(ended)).toContain(draft);
    expect(ids(ended)).toEqual(ids(begun));
    expect(findRule({ engines: ended.working.engines }, at(draft))?.enabled).toBeUndefined();
    expect(undoStep(undoStep(ended)).working).toEqual(first.working);
  }
});

it('rules and drafts keep their places while others come, go and move', () => {
  const draft: ContextRule = { ...rule('d', 9), enabled: false, when: [] };
  const two = after(first, documents => {
    putRule(documents, 'e', draft, 1);
    putRule(documents, 'e', { ...draft, id: 'c' }, 1);
  });
  expect(ids(two)).toEqual(['a', 'c', 'd', 'b']);
  const between = after(two, documents => putRule(documents, 'e', rule('x', 9), 2));
  expect(ids(between)).toEqual(['a', 'c', 'x', 'd', 'b']);
  const moved = after(between, documents => moveRule(documents, at('b'), -1));
  expect([ids(moved), inFile(moved)]).toEqual([
    ['a', 'c', 'x', 'b', 'd'],
    ['a', 'x', 'b'],
  ]);
  const gone = after(moved, documents => deleteRules(documents, 'e', ['a', 'c']));
  expect(ids(gone)).toEqual(['x', 'b', 'd']);
  expect(gone.past.reduce(undoStep, gone).working).toEqual(first.working);
});

it('a draft whose id an edit from outside took waits, and comes with a free one', () => {
  const begun = after(first, draft => addRule(draft, 'e', 'New'));
  const taken = { ...engine, rules: [...engine.rules, rule('new', 1)] };
  const outside: History = { ...begun, working: { ...begun.working, engines: { e: taken } } };
  expect(ids(outside)).toEqual(['a', 'b', 'new']);
  // What is done to others leaves both alone, and the draft is there again once the other one has gone.
  const moved = after(outside, draft => moveRule(draft, at('a'), 1));
  expect(inFile(moved)).toEqual(['b', 'a', 'new']);
  const fewer = after(moved, draft => deleteRules(draft, 'e', ['b']));
  expect(inFile(fewer)).toEqual(['a', 'new']);
  expect(inFile(after(fewer, draft => putRule(draft, 'e', rule('last', 1), 2)))).toEqual([
    'a',
    'new',
    'last',
  ]);
  const alone = after(fewer, draft => deleteRules(draft, 'e', ['new']));
  expect([inFile(alone), ids(alone)]).toEqual([['a'], ['a', 'new']]);
  const settled = after(outside, draft => {
    const one = draft.layouts.e?.begun?.new;
    if (one) one.rule.when.push(phase);
  });
  expect(ids(settled)).toEqual(['a', 'b', 'new-2', 'new']);
});

it('an engine without drafts is shown as it is, and one with them is the same object until something changes', () => {
  expect(shownEngine(first.working, 'e')).toBe(first.working.engines.e);
  const { working } = after(first, draft => addRule(draft, 'e', 'New'));
  expect(shownEngine(working, 'e')).toBe(shownEngine(working, 'e'));
});
