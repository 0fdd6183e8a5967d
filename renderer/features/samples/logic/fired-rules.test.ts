import { expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { countFiredRules, firedRules } from './fired-rules.ts';

const engine = (id: string, ...rules: string[]): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules: rules.map(rule => ({ id: rule, name: rule.toUpperCase(), when: [], then: { add_memories: [] } })),
});
const engines = { b: engine('b', 'x'), a: engine('a', 'y', 'z') };
const outcomes: Record<string, string[]> = { 'a s': ['z', 'gone'], 'b s': ['x'], 'b t': ['x'] };
const firedIn = (engineId: string, sampleId: string) => outcomes[`${engineId} ${sampleId}`] ?? [];
const fired = (request: Record<string, unknown>) =>
  firedRules({ id: 's', name: 'S', request }, engines, firedIn).map(({ engineId, name }) => [engineId, name]);

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

it('counts as many as it names', () => {
  const counted = (request: Record<string, unknown>) =>
    countFiredRules({ id: 's', name: 'S', request }, engines, firedIn);
  for (const request of [{}, { rule_engine_ids: ['b', 'unknown', 'b'] }, { rule_engine_ids: [] }])
    expect(counted(request)).toBe(fired(request).length);
  expect(counted({})).toBe(3);
});
