import { expect, it } from 'vitest';
import { selectedPlaces } from './EngineJson.tsx';

const rule = (id: string) => ({ id, name: id, when: [], then: { add_memories: [] } });
const engine = { id: 'e', name: 'E', description: '', enabled: true, rules: ['a', 'b', 'c', 'd'].map(rule) };

it.each([
  ['c', ['a', 'c', 'd'], [2, 0, 3]],
  ['b', [], [1]],
  ['gone', ['a'], []],
  [undefined, ['a'], []],
])('with %j in sight and %j selected, marks rules %j', (ruleId, together, places) => {
  expect(selectedPlaces(engine, ruleId, new Set(together))).toEqual(places);
});
