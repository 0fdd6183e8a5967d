import { expect, it } from 'vitest';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import { countUses, describeUses, usesOfMemory } from './memory-uses.ts';

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

it('counts rules, not mentions', () => {
  expect([...countUses(engines)]).toEqual([
    ['notes', 3],
    ['tips', 1],
  ]);
});

it.each([
  ['notes', 'Used by 3 rules in 2 engines.'],
  ['tips', 'Used by 1 rule in 1 engine.'],
  ['other', 'No rule uses it.'],
])('says how %s is used', (id, sentence) => {
  expect(describeUses(usesOfMemory(engines, id))).toBe(sentence);
});
