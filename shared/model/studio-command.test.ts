import { expect, it } from 'vitest';
import { commandGroups, isStudioCommandId, studioCommand, studioCommandIds } from './studio-command.ts';

it('no key means two commands', () => {
  const keys = studioCommandIds.flatMap(id => studioCommand(id).keys ?? []).map(key => key.toLowerCase());
  expect(keys).toEqual([...new Set(keys)]);
});

it('every group has a command', () => {
  const used = new Set(studioCommandIds.map(id => studioCommand(id).group));
  expect(commandGroups.filter(group => !used.has(group))).toEqual([]);
});

it('names of the language are no commands', () => {
  expect(['edit.undo', 'toString', '__proto__'].map(isStudioCommandId)).toEqual([true, false, false]);
});
