import { expect, it } from 'vitest';
import type { DraftCondition } from '../../../../shared/model/layout.ts';
import { deleteRules } from '../../../stores/delete-rules.ts';
import { applyEdit, type Documents, emptyDocuments, undoStep } from '../../../stores/history.ts';
import { beginCondition, changeDraft, draftsOf, removeDraft, settleDraft } from './draft-edits.ts';
import { duplicateRule, settleRuleId } from './rule-edits.ts';

const at = { engineId: 'e', ruleId: 'r' };
const first = { ...at, draft: 0 };

/** After each recipe in turn, and back to the first with undo. */
function edited(...recipes: ((draft: Documents) => void)[]): Documents {
  const rule = { id: 'r', name: 'Renamed', enabled: false, when: [], then: { add_memories: [] } };
  const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: [rule] };
  const working: Documents = { ...emptyDocuments, engines: { e: engine } };
  const edit = recipes.reduce(
    (history, recipe) => applyEdit(history, { label: 'test', recipe }, 0),
    applyEdit({ working, past: [], future: [] }, { label: 'none', recipe: () => undefined }, 0),
  );
  expect(edit.past.reduce(undoStep, edit).working).toEqual(working);
  return edit.working;
}

const begin = (begun: DraftCondition) => (draft: Documents) => void beginCondition(draft, at, begun);
const rulesOf = (documents: Documents) => documents.engines.e?.rules;
const drafts = (documents: Documents, ruleId = 'r') => draftsOf(documents.layouts.e, ruleId);

it('what is begun is kept beside the engine, whose rule is as it was', () => {
  const documents = edited(begin({ operator: 'gte' }));
  expect(rulesOf(documents)).toEqual(rulesOf(edited()));
  expect(drafts(documents)).toEqual([{ operator: 'gte' }]);
});

it('what is complete from the start is a condition at once', () => {
  const documents = edited(begin({ field: 'addVar.risk', operator: 'exists' }));
  expect(rulesOf(documents)?.[0]?.when).toEqual([{ field: 'addVar.risk', operator: 'exists' }]);
  expect(documents.layouts).toEqual({});
});

it('a draft counts once it is complete and settled, and its rule is heard with it', () => {
  const half = [
    begin({ operator: 'gte' }),
    (draft: Documents) => changeDraft(draft, first, { field: 'addVar.risk' }),
  ];
  const early = edited(...half, draft => void settleDraft(draft, first));
  expect(drafts(early)).toEqual([{ field: 'addVar.risk', operator: 'gte' }]);
  const documents = edited(
    ...half,
    draft => changeDraft(draft, first, { value: 3 }),
    draft => void settleDraft(draft, first),
  );
  expect(rulesOf(documents)?.[0]).not.toHaveProperty('enabled');
  expect(rulesOf(documents)?.[0]?.when).toEqual([{ field: 'addVar.risk', operator: 'gte', value: 3 }]);
  expect(documents.layouts).toEqual({});
});

it('another operator keeps what was said, and makes no number of a text', () => {
  const change = (change: Partial<DraftCondition>) => (draft: Documents) => changeDraft(draft, first, change);
  const listed = edited(begin({ operator: 'eq', value: 'a' }), change({ operator: 'in' }));
  expect(drafts(listed)).toEqual([{ operator: 'in', value: ['a'] }]);
  expect(drafts(edited(begin({ operator: 'eq', value: 'a' }), change({ operator: 'lt' })))).toEqual([
    { operator: 'lt' },
  ]);
  expect(drafts(edited(begin({ operator: 'eq', value: 'a' }), change({ value: undefined })))).toEqual([
    { operator: 'eq' },
  ]);
});

it('goes with its rule: into a copy, under another id, and away', () => {
  const begun = { operator: 'eq' } as const;
  expect(
    drafts(
      edited(begin(begun), draft => void duplicateRule(draft, at)),
      'renamed-copy',
    ),
  ).toEqual([begun]);
  expect(
    drafts(
      edited(begin(begun), draft => void settleRuleId(draft, at)),
      'renamed',
    ),
  ).toEqual([begun]);
  expect(edited(begin(begun), draft => deleteRules(draft, 'e', ['r'])).layouts).toEqual({});
  expect(edited(begin(begun), draft => removeDraft(draft, first)).layouts).toEqual({});
});
