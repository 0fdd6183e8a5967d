import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatCanonicalJson } from '../../../../shared/model/canonical-json.ts';
import { engineOrder } from '../../../../shared/model/key-orders.ts';
import { type ContextRule, type ContextRuleEngine, ruleSchema } from '../../../../shared/model/rule.ts';
import { operatorNames } from '../../../../shared/rules/operators.ts';
import { deleteRules } from '../../../stores/delete-rules.ts';
import {
  applyEdit,
  type Documents,
  emptyDocuments,
  type History,
  redoStep,
  undoStep,
} from '../../../stores/history.ts';
import { isDraft, shownRules } from '../../../stores/layouts.ts';
import { columnsOf, writeCells } from '../table/columns.ts';
import {
  moveCondition,
  removeCondition,
  setConditionOperator,
  setConditionValue,
} from './condition-edits.ts';
import { beginCondition, changeDraft, settleDraft } from './draft-edits.ts';
import { replaceEngine } from './engine-edits.ts';
import { linkAlternatives, pinNodes } from './layout-edits.ts';
import { addRuleMemory, createMemory } from './memory-edits.ts';
import {
  addAlternative,
  addRule,
  duplicateRule,
  moveRule,
  renameRule,
  setRuleMuted,
  settleRuleId,
} from './rule-edits.ts';
import { addRuleFromTemplate, ruleTemplates } from './rule-templates.ts';
import { addConditionToRules, addTagToRules, removeConditionFromRules } from './together-edits.ts';

const engine: ContextRuleEngine = {
  id: 'e',
  name: 'E',
  description: '',
  enabled: true,
  rules: Array.from({ length: 6 }, (_, index) =>
    ruleSchema.parse({
      id: `r${index}`,
      name: `Rule ${index}`,
      priority: index,
      when: [{ field: 'addVar.phase', operator: 'eq', value: 'planning', note: index }],
      then: { add_memories: [] },
    }),
  ),
};
const first: Documents = { ...emptyDocuments, engines: { e: engine } };

interface Chosen {
  readonly rule: ContextRule;
  /** Any whole number, to choose with. */
  readonly number: number;
  readonly text: string;
}

/** An edit as each of the views makes it: canvas, inspector, palette, selection of several, table, JSON, layout. */
const edits: readonly ((draft: Documents, chosen: Chosen) => unknown)[] = [
  draft => addRule(draft, 'e', 'New rule'),
  (draft, { rule, text }) => renameRule(draft, at(rule), text),
  (draft, { rule }) => settleRuleId(draft, at(rule)),
  (draft, { rule }) => duplicateRule(draft, at(rule)),
  (draft, { rule }) => addAlternative(draft, at(rule)),
  (draft, { rule, number }) =>
    draft.engines.e &&
    draft.engines.e.rules.length > 4 &&
    number % 3 === 0 &&
    deleteRules(draft, 'e', [rule.id]),
  (draft, { rule, number }) => moveRule(draft, at(rule), number % 2 === 0 ? 1 : -1),
  (draft, { rule, number }) => setRuleMuted(draft, at(rule), number % 2 === 0),
  (draft, { rule, number }) => setConditionOperator(draft, { ...at(rule), index: 0 }, operatorAt(number)),
  (draft, { rule, text }) => setConditionValue(draft, { ...at(rule), index: 0 }, text),
  (draft, { rule }) => moveCondition(draft, { ...at(rule), index: 0 }, 1),
  (draft, { rule }) => removeCondition(draft, { ...at(rule), index: 1 }),
  (draft, { rule, number }) => beginCondition(draft, at(rule), { operator: operatorAt(number) }),
  (draft, { rule, text }) =>
    changeDraft(draft, { ...at(rule), draft: 0 }, { field: 'addVar.risk', value: text }),
  (draft, { rule }) => settleDraft(draft, { ...at(rule), draft: 0 }),
  (draft, { rule, text }) => addRuleMemory(draft, at(rule), createMemory(draft, text, 'knowledge')),
  draft => addRuleFromTemplate(draft, 'e', ruleTemplates.agent),
  (draft, { text }) => addTagToRules(draft, together(draft), text),
  draft => addConditionToRules(draft, together(draft), { field: 'addVar.risk', operator: 'exists' }),
  draft => removeConditionFromRules(draft, together(draft), { field: 'addVar.risk', operator: 'exists' }),
  (draft, { rule, number, text }) => {
    const columns = columnsOf(draft.engines.e ?? engine, () => 'unknown');
    const column = columns[number % columns.length];
    return column && writeCells(draft, 'e', [{ ruleId: rule.id, column, text }]);
  },
  (draft, { number }) =>
    replaceEngine(draft, 'e', { ...structuredClone(engine), description: `as JSON ${number}` }),
  (draft, { rule, number }) => pinNodes(draft, 'e', new Map([[`rule:${rule.id}`, { x: number, y: 1 }]])),
  (draft, { rule }) => linkAlternatives(draft, 'e', rule.id, draft.engines.e?.rules[0]?.id ?? ''),
];

const at = (rule: ContextRule) => ({ engineId: 'e', ruleId: rule.id });
const operatorAt = (number: number) => operatorNames[number % operatorNames.length] ?? 'exists';
const together = (draft: Documents) => ({
  engineId: 'e',
  ruleIds: shownRules(draft, 'e')
    .slice(0, 3)
    .map(({ id }) => id),
});

const bytes = (documents: Documents): string =>
  formatCanonicalJson(documents.engines.e, engineOrder) + JSON.stringify({ ...documents, engines: {} });

/** As the draft of unsaved work keeps it. */
const restarted = (history: History): History => JSON.parse(JSON.stringify(history)) as History; // just written

const step = fc.record({
  edit: fc.nat(),
  rule: fc.nat(),
  number: fc.nat(),
  text: fc.string({ maxLength: 12 }),
});

it('a thousand edits of all views, undone after a restart in their middle, give the same bytes; redone, those again', () => {
  const steps = fc.array(step, { minLength: 1000, maxLength: 1000, size: 'max' });
  fc.assert(
    fc.property(steps, fc.nat(999), (all, restart) => {
      const history = all.reduce<History>(
        (before, { edit, rule, number, text }, index) => {
          const rules = shownRules(before.working, 'e');
          const one = rules[rule % rules.length];
          const act = edits[edit % edits.length];
          const recipe = (draft: Documents) => void (one && act?.(draft, { rule: one, number, text }));
          const after = applyEdit(before, { label: 'edit', recipe }, index * 2000);
          return index === restart ? restarted(after) : after;
        },
        { working: first, past: [], future: [] },
      );
      expect(history.past.length).toBeGreaterThan(500);
      const begun = Object.values(history.working.layouts.e?.begun ?? {});
      expect(begun.filter(({ rule }) => !isDraft(rule))).toEqual([]);
      const undone = history.past.reduce(undoStep, history);
      expect(bytes(undone.working)).toBe(bytes(first));
      const redone = undone.future.reduce(redoStep, undone);
      expect(bytes(redone.working)).toBe(bytes(history.working));
    }),
    { numRuns: 2 },
  );
});
