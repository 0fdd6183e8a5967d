import { expect, it } from 'vitest';
import type { Layout } from '../../../../shared/model/layout.ts';
import type { Condition, ContextRule, ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { buildGraph, type GroupedRules } from './build-graph.ts';
import { fieldsToGroupBy, groupedBy, groupRules } from './group-rules.ts';

const phases = ['planning', 'review', 'hotfix'];
const condition = (field: string, value: unknown): Condition => ({ field, operator: 'eq', value });

/** So many rules that add one of so many memories and ask for one of three phases, or for none. */
function engineOf(count: number, memories: number): ContextRuleEngine {
  const rules = Array.from({ length: count }, (_, at): ContextRule => {
    const phase = phases[at % 4];
    return {
      id: `r${at}`,
      name: `Rule ${at}`,
      priority: count - at,
      when: [
        ...(phase === undefined ? [] : [condition('addVar.phase', phase)]),
        condition('addVar.risk', at),
        condition('addVar.same', 1),
      ],
      then: { add_memories: [`m${at % memories}`] },
    };
  });
  return { id: 'e', name: 'E', description: '', enabled: true, rules };
}

const sight = { revealed: [] as readonly string[], fired: new Set(['r0', 'r5', 'r10']) };

/** What is read out of each card. */
const cardsOf = (grouped: GroupedRules | undefined) =>
  [...(grouped?.cards.values() ?? [])].map(({ node }) => {
    const { data } = node({ x: 0, y: 0, width: 1, height: 1 });
    return 'said' in data ? data.said : undefined;
  });

it('300 rules are a card for each of what they add, with how many fire', () => {
  const grouped = groupRules(engineOf(300, 5), undefined, sight);
  expect(cardsOf(grouped)).toEqual([
    'Group adds m0, 60 rules · 3 fire, closed.',
    ...[1, 2, 3, 4].map(at => `Group adds m${at}, 60 rules · 0 fire, closed.`),
  ]);
  expect(grouped?.hidden.size).toBe(300);
  expect(grouped?.engine.rules.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4].map(at => `group:m${at}`));
});

it('of rules that nothing has tried no group says how many fire', () => {
  const grouped = groupRules(engineOf(300, 2), undefined, { revealed: [], fired: undefined });
  expect(cardsOf(grouped)).toEqual([
    'Group adds m0, 150 rules, closed.',
    'Group adds m1, 150 rules, closed.',
  ]);
});

it('by a variable the groups are what rules ask of it; those that ask nothing are one too', () => {
  const grouped = groupRules(engineOf(300, 300), { by: 'field', field: 'addVar.phase', open: [] }, sight);
  expect(cardsOf(grouped)).toEqual([
    'Group phase is planning, 75 rules · 1 fires, closed.',
    'Group phase is review, 75 rules · 1 fires, closed.',
    'Group phase is hotfix, 75 rules · 1 fires, closed.',
    'Group asks nothing of addVar.phase, 75 rules · 0 fire, closed.',
  ]);
});

it('a group that is open, by choice or because a rule in it was looked for, has its rules below its card', () => {
  const engine = engineOf(40, 20);
  const grouped = groupRules(engine, { by: 'adds', open: ['m1'] }, { ...sight, revealed: ['m3'] });
  expect(grouped?.engine.rules.slice(0, 8).map(({ id }) => id)).toEqual([
    'group:m0',
    'group:m1',
    'r1',
    'r21',
    'group:m2',
    'group:m3',
    'r3',
    'r23',
  ]);
  expect([grouped?.hidden.get('r0'), grouped?.hidden.get('r1'), grouped?.hidden.size]).toEqual([
    'm0',
    undefined,
    36,
  ]);
});

it.each([
  ['few rules are not grouped', 39, 1, undefined],
  ['many are grouped by what they add', 40, 10, { by: 'adds' }],
  ['or by where they differ, where each adds something else', 40, 40, { by: 'field', field: 'addVar.phase' }],
])('%s', (_, rules, memories, by) => {
  expect(groupedBy(engineOf(rules, memories), undefined)).toEqual(by);
});

it('many are not grouped where something was pinned, unless somebody chose', () => {
  const pinned: Layout = { id: 'e', pins: { 'rule:r1': { x: 0, y: 0 } } };
  const engine = engineOf(40, 10);
  const groups: Layout['groups'] = { by: 'adds', open: [] };
  expect([groupedBy(engine, pinned), groupedBy(engine, { ...pinned, groups })]).toEqual([
    undefined,
    { by: 'adds' },
  ]);
});

it('what somebody chose holds for any number, and a rule that is alone in its group is no group', () => {
  const none: Layout = { id: 'e', pins: {}, groups: { by: 'none', open: [] } };
  expect(groupedBy(engineOf(300, 2), none)).toBeUndefined();
  const grouped = groupRules(engineOf(3, 2), { by: 'adds', open: [] }, sight);
  expect(grouped?.engine.rules.map(({ id }) => id)).toEqual(['group:m0', 'r1']);
});

it('offers the variables in which rules differ, not those that all ask alike or each otherwise', () => {
  expect(fieldsToGroupBy(engineOf(40, 2))).toEqual(['addVar.phase']);
});

it('a closed group has an edge to each variable and memory, as its rules have, and nothing overlaps', () => {
  const engine = engineOf(300, 5);
  const grouped = groupRules(engine, { by: 'adds', open: ['m2'] }, sight);
  const { nodes, edges } = buildGraph({ engine, memories: {}, fired: sight.fired, grouped });
  const middle = nodes.filter(({ type }) => type === 'ruleGroup' || type === 'rule');
  expect(middle.length).toBe(65);
  const sorted = middle.toSorted((one, other) => one.position.y - other.position.y);
  for (const [at, node] of sorted.entries()) {
    const next = sorted[at + 1];
    if (next) expect(next.position.y).toBeGreaterThanOrEqual(node.position.y + (node.height ?? 0));
  }
  const ofFirst = edges.filter(({ source, target }) => source === 'group:m0' || target === 'group:m0');
  expect(ofFirst.map(({ source, target, data }) => `${source} ${target} ${data?.look}`)).toEqual([
    'variable:addVar.phase group:m0 uses',
    'variable:addVar.risk group:m0 uses',
    'variable:addVar.same group:m0 uses',
    'group:m0 memory:m0 fired',
  ]);
  expect(edges.filter(({ source }) => source === 'group:m2')).toEqual([]);
});
