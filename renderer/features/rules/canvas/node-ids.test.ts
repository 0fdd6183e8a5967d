import { expect, it } from 'vitest';
import { addsEdgeId, memoryNodeId, ruleNodeId, thingOf, usesEdgeId, variableNodeId } from './node-ids.ts';

it.each([
  [variableNodeId('addVar.a:b'), { kind: 'variable', field: 'addVar.a:b' }],
  [ruleNodeId('a:b c'), { kind: 'rule', ruleId: 'a:b c' }],
  [memoryNodeId('docs'), { kind: 'memory', memoryId: 'docs' }],
  [addsEdgeId('a:b%', 'docs'), { kind: 'adds', ruleId: 'a:b%', memoryId: 'docs' }],
  [usesEdgeId('a:b', 3), { kind: 'uses', ruleId: 'a:b', index: 3 }],
  ['heading', undefined],
])('reads %s back', (id, thing) => {
  expect(thingOf(id)).toEqual(thing);
});
