import { expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { buildGraph, reuseUnchanged } from './build-graph.ts';

const engine: ContextRuleEngine = {
  id: 'e',
  name: 'E',
  description: '',
  enabled: true,
  rules: [
    {
      id: 'on',
      name: 'On',
      priority: 2,
      when: [{ field: 'addVar.a', operator: 'exists' }],
      then: { add_memories: ['m'] },
    },
    {
      id: 'off',
      name: 'Off',
      priority: 1,
      enabled: false,
      when: [],
      then: { add_memories: ['m', 'm', 'n'] },
    },
    { id: 'idle', name: 'Idle', when: [], then: { add_memories: ['n'] } },
  ],
};

function summary(of: ContextRuleEngine, fired: string[] = []) {
  const { nodes, edges } = buildGraph({ engine: of, memories: {}, fired: new Set(fired) });
  return {
    nodes: nodes.filter(node => node.type !== 'heading').map(node => node.id),
    edges: edges.map(edge => `${edge.source} -> ${edge.target} ${edge.data?.look}`),
  };
}

it('draws variables, rules and memories, and what each edge means', () => {
  expect(summary(engine, ['on'])).toEqual({
    nodes: ['variable:addVar.a', 'rule:on', 'rule:off', 'rule:idle', 'memory:m', 'memory:n'],
    edges: [
      'variable:addVar.a -> rule:on uses',
      'rule:on -> memory:m fired',
      'rule:off -> memory:m muted',
      'rule:off -> memory:n muted',
      'rule:idle -> memory:n idle',
    ],
  });
});

it('shows nothing as fired in an engine that is off', () => {
  expect(summary({ ...engine, enabled: false }, ['on']).edges[1]).toBe('rule:on -> memory:m idle');
});

it('offers one ghost rule where there is none', () => {
  expect(summary({ ...engine, rules: [] })).toEqual({ nodes: ['ghost'], edges: [] });
});

it('keeps the objects of what did not change', () => {
  const input = { engine, memories: {}, fired: new Set(['on']) };
  const before = buildGraph(input).nodes;
  expect(reuseUnchanged(before, buildGraph(input).nodes)).toBe(before);
  const renamed = { ...engine, rules: engine.rules.slice(0, 2) };
  const after = reuseUnchanged(before, buildGraph({ ...input, engine: renamed }).nodes);
  expect(after.filter(node => before.includes(node)).map(node => node.id)).toContain('rule:on');
});

it('marks what is pinned where it was put, and frames alternatives below the rules', () => {
  const layout = { pins: { 'rule:idle': { x: 900, y: 10 } }, alternatives: [['on', 'off']] };
  const { nodes } = buildGraph({ engine, memories: {}, fired: new Set(), layout });
  const shown = nodes.filter(node => node.type === 'alternatives' || node.type === 'rule');
  expect(shown.map(({ id, data, position, zIndex }) => ({ id, data, position, zIndex }))).toEqual([
    { id: 'alternatives-on', data: { gaps: [121] }, position: { x: 217, y: -7 }, zIndex: -1 },
    { id: 'rule:on', data: { engineId: 'e', ruleId: 'on' }, position: { x: 224, y: 0 }, zIndex: undefined },
    {
      id: 'rule:off',
      data: { engineId: 'e', ruleId: 'off' },
      position: { x: 224, y: 124 },
      zIndex: undefined,
    },
    {
      id: 'rule:idle',
      data: { engineId: 'e', ruleId: 'idle', pinned: true },
      position: { x: 900, y: 10 },
      zIndex: 1,
    },
  ]);
});
