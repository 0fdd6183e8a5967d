import { expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import { memoriesBySample, ruleFlips } from './rule-flips.ts';

const engine = (id: string, memory: string): ContextRuleEngine => ({
  id,
  name: id,
  description: '',
  enabled: true,
  rules: [{ id: 'r', name: 'R', when: [], then: { add_memories: [memory] } }],
});
const engines = { a: engine('a', 'docs'), b: engine('b', 'tips') };
const samples = {
  s: { id: 's', name: 'S', request: {} },
  t: { id: 't', name: 'T', request: { rule_engine_ids: ['b'] } },
};
const bits = (word: number) => Uint32Array.of(word);

it('names the samples that flip, with what they gain and lose in the engines they ask (R7)', () => {
  const working = memoriesBySample(engines, samples, id => bits(id === 'a' ? 0b11 : 0b10));
  const saved = memoriesBySample(engines, samples, id => bits(id === 'a' ? 0b00 : 0b01));
  expect(ruleFlips({ working: bits(0b11), saved: bits(0b00) }, ['s', 't'], working, saved)).toEqual([
    { sampleId: 's', from: 'not_fired', to: 'fired', gains: ['docs'], loses: ['tips'] },
    { sampleId: 't', from: 'not_fired', to: 'fired', gains: ['tips'], loses: [] },
  ]);
});
