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
const wanted = new Set(['docs', 'tips']);
const bits = (word: number) => Uint32Array.of(word);

it('names the samples that flip, with what they gain and lose in the engines they ask', () => {
  const working = memoriesBySample(wanted, engines, samples, id => bits(id === 'a' ? 0b11 : 0b10));
  const saved = memoriesBySample(wanted, engines, samples, id => bits(id === 'a' ? 0b00 : 0b01));
  expect(
    ruleFlips(
      { working: bits(0b11), saved: bits(0b00) },
      ['s', 't'],
      { own: ['docs', 'tips'], all: working },
      { own: ['docs', 'tips'], all: saved },
    ),
  ).toEqual([
    { sampleId: 's', from: 'not_fired', to: 'fired', gains: ['docs'], loses: ['tips'] },
    { sampleId: 't', from: 'not_fired', to: 'fired', gains: ['tips'], loses: [] },
  ]);
});

const both = { working: bits(1), saved: bits(1) };
const side = (own: string[], ...all: string[]) => ({ own, all: () => new Set(all) });

it.each([
  ['another memory', ['a', 'b'], ['a'], [], [], { gains: ['b'], loses: [] }],
  ['one memory less', ['a'], ['a', 'b'], [], [], { gains: [], loses: ['b'] }],
  ['a memory in the place of another', ['a'], ['b'], [], [], { gains: ['a'], loses: ['b'] }],
  ['the same in another order', ['b', 'a'], ['a', 'b'], [], [], undefined],
  ['a memory that another rule adds anyway', ['a', 'x'], ['a'], ['x'], ['x'], undefined],
  ['nothing of its own while other rules change', ['a'], ['a'], ['x'], ['y'], undefined],
] as const)(
  'lists a rule that fires as before and adds %s',
  (_, now, before, others, othersBefore, changes) => {
    const flips = ruleFlips(
      both,
      ['s'],
      side([...now], ...now, ...others),
      side([...before], ...before, ...othersBefore),
    );
    expect(flips).toEqual(changes ? [{ sampleId: 's', from: 'fired', to: 'fired', ...changes }] : []);
  },
);

it('says nothing of memories of a rule that does not fire', () => {
  const silent = { working: bits(0), saved: bits(0) };
  expect(ruleFlips(silent, ['s'], side(['a'], 'a'), side([]))).toEqual([]);
});
