import { expect, it } from 'vitest';
import type { Condition } from '../../../../shared/model/rule.ts';
import { applyEdit, type Documents, emptyDocuments, undoStep } from '../../../stores/history.ts';
import { isDraft } from '../../../stores/layouts.ts';
import {
  addCondition,
  moveCondition,
  removeCondition,
  setConditionField,
  setConditionOperator,
  setConditionValue,
} from './condition-edits.ts';
import { addRuleMemory, createMemory, removeRuleMemory, swapRuleMemory } from './memory-edits.ts';

const phase: Condition = { field: 'addVar.phase', operator: 'eq', value: 'planning' };
const iteration: Condition = { field: 'addVar.iteration', operator: 'gte', value: 1 };
const at = { engineId: 'e', ruleId: 'r' };

function edited(recipe: (draft: Documents) => void, when = [phase, iteration], memories = ['m', 'n']) {
  const rule = { id: 'r', name: 'R', when, then: { add_memories: memories } };
  const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: [rule] };
  const working: Documents = { ...emptyDocuments, engines: { e: engine } };
  const history = applyEdit({ working, past: [], future: [] }, { label: 'test', recipe }, 0);
  expect(undoStep(history).working).toEqual(working);
  return history.working;
}

const when = (recipe: (draft: Documents) => void, conditions?: Condition[]) =>
  edited(recipe, conditions).engines.e?.rules[0]?.when;
const memories = (recipe: (draft: Documents) => void) =>
  edited(recipe).engines.e?.rules[0]?.then.add_memories;

it.each([
  [
    { field: 'a', operator: 'exists' },
    { field: 'a', operator: 'exists' },
  ],
  [
    { field: 'a', operator: 'exists', value: 1 },
    { field: 'a', operator: 'exists' },
  ],
  [
    { field: 'a', operator: 'in' },
    { field: 'a', operator: 'in', value: [] },
  ],
  [
    { field: 'a', operator: 'eq', value: 2 },
    { field: 'a', operator: 'eq', value: 2 },
  ],
  [
    { field: 'a', operator: 'lt' },
    { field: 'a', operator: 'lt', value: 0 },
  ],
] as [Condition, Condition][])('adds %j as %j', (condition, expected) => {
  expect(when(draft => addCondition(draft, at, condition))).toEqual([phase, iteration, expected]);
});

it('adds no more than 64 conditions', () => {
  const full = Array.from({ length: 64 }, () => phase);
  expect(when(draft => addCondition(draft, at, phase), full)).toHaveLength(64);
});

it('removes and reorders conditions, within the list only', () => {
  expect(when(draft => removeCondition(draft, { ...at, index: 0 }))).toEqual([iteration]);
  expect(when(draft => moveCondition(draft, { ...at, index: 0 }, 1))).toEqual([iteration, phase]);
  expect(when(draft => moveCondition(draft, { ...at, index: 0 }, -1))).toEqual([phase, iteration]);
});

it('carries the value over to a new operator', () => {
  const first = { ...at, index: 0 };
  expect(when(draft => setConditionOperator(draft, first, 'in'))?.[0]).toEqual({
    ...phase,
    operator: 'in',
    value: ['planning'],
  });
  expect(when(draft => setConditionOperator(draft, first, 'exists'))?.[0]).toEqual({
    field: 'addVar.phase',
    operator: 'exists',
  });
});

it('sets field and value; an empty field is not taken over', () => {
  const first = { ...at, index: 0 };
  expect(when(draft => setConditionField(draft, first, ' addVar.x '))?.[0]?.field).toBe('addVar.x');
  expect(when(draft => setConditionField(draft, first, ' '))?.[0]?.field).toBe('addVar.phase');
  expect(when(draft => setConditionValue(draft, first, [1]))?.[0]?.value).toEqual([1]);
  expect(when(draft => setConditionValue(draft, first, undefined))?.[0]).toEqual({
    field: 'addVar.phase',
    operator: 'eq',
  });
});

it('adds a memory once, removes it, and swaps it in place', () => {
  expect(memories(draft => addRuleMemory(draft, at, 'n'))).toEqual(['m', 'n']);
  expect(memories(draft => addRuleMemory(draft, at, 'o'))).toEqual(['m', 'n', 'o']);
  expect(memories(draft => removeRuleMemory(draft, at, 'm'))).toEqual(['n']);
  expect(memories(draft => swapRuleMemory(draft, at, 'm', 'x'))).toEqual(['x', 'n']);
  expect(memories(draft => swapRuleMemory(draft, at, 'm', 'n'))).toEqual(['n']);
});

it('creates a memory that can be saved as it is', () => {
  expect(edited(draft => createMemory(draft, 'House rules', 'constraints')).memories).toEqual({
    'house-rules': {
      id: 'house-rules',
      label: 'House rules',
      version: '1.0.0',
      status: 'active',
      inputs_scope: [],
      additional_variables: [],
      retrieval: { pipeline: [{ type: 'static', params: { items: [] } }] },
      contribution: { section: 'constraints', priority: 'medium', format: 'bullet_list' },
    },
  });
});

it('a draft is heard with its first condition; what was muted with conditions stays so', () => {
  const rule = { id: 'r', name: 'R', enabled: false, when: [] as Condition[], then: { add_memories: [] } };
  const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: [rule] };
  const draft: Documents = { ...emptyDocuments, engines: { e: engine } };
  expect(isDraft(rule)).toBe(true);
  addCondition(draft, at, phase);
  expect(draft.engines.e?.rules).toEqual([{ id: 'r', name: 'R', when: [phase], then: { add_memories: [] } }]);
  rule.enabled = false;
  addCondition(draft, at, iteration);
  expect(draft.engines.e?.rules[0]?.enabled).toBe(false);
});
