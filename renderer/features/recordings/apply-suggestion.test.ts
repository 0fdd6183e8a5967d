import { expect, it } from 'vitest';
import type { ContextRule } from '../../../shared/model/rule.ts';
import { withSuggestion } from './apply-suggestion.ts';

const saved: ContextRule = {
  id: 'r',
  name: 'R',
  when: [
    { field: 'addVar.risk', operator: 'gt', value: 0.5 },
    { field: 'addVar.phase', operator: 'eq', value: 'planning' },
  ],
  then: { add_memories: ['a', 'b', 'c'] },
};
const without = (id: string): ContextRule => ({
  ...saved,
  then: { add_memories: saved.then.add_memories.filter(one => one !== id) },
});

it('takes one memory out after another, and leaves what was edited besides', () => {
  const first = withSuggestion(saved, { ...saved, name: 'Renamed', tags: ['mine'] }, without('a'));
  expect(withSuggestion(saved, first, without('b'))).toEqual({
    ...saved,
    name: 'Renamed',
    tags: ['mine'],
    then: { add_memories: ['c'] },
  });
});

it('moves the bound that is as it was, and mutes', () => {
  const moved: ContextRule = {
    ...saved,
    when: saved.when.with(0, { field: 'addVar.risk', operator: 'gt', value: 0.7 }),
  };
  const edited: ContextRule = {
    ...saved,
    when: [...saved.when.slice(0, 1), { field: 'addVar.phase', operator: 'neq', value: 'done' }],
  };
  expect(withSuggestion(saved, edited, moved).when).toEqual([moved.when[0], edited.when[1]]);
  const own: ContextRule = { ...saved, when: [{ field: 'addVar.risk', operator: 'gt', value: 0.9 }] };
  expect(withSuggestion(saved, own, moved).when).toEqual(own.when);
  expect(withSuggestion(saved, edited, { ...saved, enabled: false })).toEqual({ ...edited, enabled: false });
});
