import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/model/json.ts';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { describeUses, samplesAskingFor, usesOfMemory, usingRules } from './memory-uses.ts';

const rule = (id: string, name: string, memories: string[]) => ({
  id,
  name,
  when: [],
  then: { add_memories: memories },
});
const engines: Record<string, ContextRuleEngine> = {
  plan: {
    id: 'plan',
    name: 'Planning',
    description: '',
    enabled: true,
    rules: [rule('r1', 'First', ['notes', 'notes', 'tips']), rule('r2', '', ['notes'])],
  },
  review: {
    id: 'review',
    name: 'Review',
    description: '',
    enabled: false,
    rules: [rule('r3', 'Third', ['notes'])],
  },
};

it('lists the rules that add a memory, in file order', () => {
  expect(
    usesOfMemory(engines, 'notes').map(use => [use.engineName, use.ruleName, use.engineEnabled]),
  ).toEqual([
    ['Planning', 'First', true],
    ['Planning', 'r2', true],
    ['Review', 'Third', false],
  ]);
});

it('names each rule of a memory once, however often it is mentioned', () => {
  expect([...usingRules(engines)]).toEqual([
    ['notes', ['First', 'r2', 'Third']],
    ['tips', ['First']],
  ]);
});

it.each([
  ['notes', 'Used by 3 rules in 2 engines.'],
  ['tips', 'Used by 1 rule in 1 engine.'],
  ['other', 'No rule uses it.'],
])('says how %s is used', (id, sentence) => {
  expect(describeUses(usesOfMemory(engines, id))).toBe(sentence);
});

it('finds samples that ask for a memory themselves, and says how many', () => {
  const sample = (id: string, request: JsonObject) => ({ id, name: `Sample ${id}`, request });
  const samples = {
    a: sample('a', { explicit_memory: ['notes'] }),
    b: sample('b', { explicit_memory: ['tips', 'notes'] }),
    c: sample('c', { explicit_memory: 'notes' }),
    d: sample('d', {}),
  };
  const asking = samplesAskingFor(samples, 'notes');
  expect([asking, describeUses([], asking), describeUses(usesOfMemory(engines, 'tips'), ['x'])]).toEqual([
    ['Sample a', 'Sample b'],
    'No rule uses it. 2 samples ask for it.',
    'Used by 1 rule in 1 engine. 1 sample asks for it.',
  ]);
});
