import { expect, it } from 'vitest';
import type { Condition, ContextRule } from '../../../../shared/model/rule.ts';
import { applyEdit, type Documents, emptyDocuments, undoStep } from '../../../stores/history.ts';
import {
  addConditionToRules,
  addMemoryToRules,
  addTagToRules,
  removeConditionFromRules,
  removeMemoryFromRules,
  removeTagFromRules,
  sharedOf,
} from './together-edits.ts';

const phase: Condition = { field: 'addVar.phase', operator: 'eq', value: 'planning' };
const risk: Condition = { field: 'addVar.risk', operator: 'gte', value: 3 };
const rules: ContextRule[] = [
  { id: 'a', name: 'A', tags: ['x'], when: [phase, risk], then: { add_memories: ['m'] } },
  { id: 'b', name: 'B', when: [phase], then: { add_memories: [] } },
  { id: 'c', name: 'C', when: [phase], then: { add_memories: [] } },
];
const engine = { id: 'e', name: 'E', description: '', enabled: true, rules };
const working: Documents = { ...emptyDocuments, engines: { e: engine } };
const at = { engineId: 'e', ruleIds: ['a', 'b'] };

function edited(recipe: (draft: Documents) => void): readonly ContextRule[] {
  const history = applyEdit({ working, past: [], future: [] }, { label: 'test', recipe }, 0);
  expect(history.past).toHaveLength(1);
  expect(undoStep(history).working).toEqual(working);
  return history.working.engines.e?.rules ?? [];
}

it('counts what the rules have', () => {
  expect(sharedOf(rules, rule => rule.when)).toEqual([
    { value: phase, count: 3 },
    { value: risk, count: 1 },
  ]);
});

it('adds to all of them what they do not have yet, and to no other', () => {
  expect(edited(draft => addTagToRules(draft, at, 'x')).map(({ tags }) => tags)).toEqual([
    ['x'],
    ['x'],
    undefined,
  ]);
  expect(edited(draft => addMemoryToRules(draft, at, 'm')).map(({ then }) => then.add_memories)).toEqual([
    ['m'],
    ['m'],
    [],
  ]);
  expect(edited(draft => addConditionToRules(draft, at, risk)).map(({ when }) => when)).toEqual([
    [phase, risk],
    [phase, risk],
    [phase],
  ]);
});

it('takes from all of them; one that loses its last condition is muted', () => {
  expect(edited(draft => removeTagFromRules(draft, at, 'x'))[0]).not.toHaveProperty('tags');
  expect(edited(draft => removeMemoryFromRules(draft, at, 'm'))[0]?.then.add_memories).toEqual([]);
  const [a, b, c] = edited(draft => removeConditionFromRules(draft, at, phase));
  expect(a).toMatchObject({ when: [risk] });
  expect(a).not.toHaveProperty('enabled');
  expect(b).toMatchObject({ when: [], enabled: false });
  expect(c).toEqual(rules[2]);
});
