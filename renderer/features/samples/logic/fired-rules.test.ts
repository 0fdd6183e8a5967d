import { expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { firedRules } from './fired-rules.ts';

const engine = (id: string, ...rules: string[]): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules: rules.map(rule => ({ id: rule, name: rule.toUpperCase(), when: [], then: { add_memories: [] } })),
});
const engines = { b: engine('b', 'x'), a: engine('a', 'y', 'z') };
const outcomes: Record<string, string[]> = { 'a s': ['z', 'gone'], 'b s': ['x'], 'b t': ['x'] };
const fired = (request: Record<string, unknown>) =>
  firedRules(
    { id: 's', name: 'S', request },
    engines,
    (engineId, sampleId) => outcomes[`${engineId} ${sampleId}`] ?? [],
  ).map(({ engineId, name }) => [engineId, name]);

it('names the rules that fire, engines by id', () => {
  expect(fired({})).toEqual([
    ['a', 'Z'],
    ['a', 'gone'],
    ['b', 'X'],
  ]);
});

it('keeps to the engines the request chooses, each once, in its order', () => {
  expect(fired({ rule_engine_ids: ['b', 'unknown', 'b'] })).toEqual([['b', 'X']]);
  expect(fired({ rule_engine_ids: [] })).toEqual([]);
});
