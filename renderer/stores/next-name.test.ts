import { expect, it } from 'vitest';
import { memorySchema } from '../../shared/model/memory.ts';
import { engineSchema } from '../../shared/model/rule.ts';
import { sampleSchema } from '../../shared/model/sample.ts';
import { duplicateMemory } from '../features/memories/edits/memory-edits.ts';
import { addEngine, duplicateEngine } from '../features/rules/edits/engine-edits.ts';
import { createMemory } from '../features/rules/edits/memory-edits.ts';
import { addAlternative, addRule, duplicateRule } from '../features/rules/edits/rule-edits.ts';
import { addSample, duplicateSample } from '../features/samples/logic/sample-edits.ts';
import { type Documents, emptyDocuments } from './history.ts';
import { copyName } from './next-name.ts';

it('numbers copies of copies', () => {
  expect([copyName('A'), copyName('A copy'), copyName('A copy 2')]).toEqual([
    'A copy',
    'A copy 2',
    'A copy 3',
  ]);
  expect([copyName('A 2'), copyName('copy')]).toEqual(['A 2 copy', 'copy copy']);
});

it('of the longest name and its copies keeps what tells them apart, and no half character', () => {
  expect([copyName('a'.repeat(300)), copyName(`${'a'.repeat(295)} copy`)]).toEqual([
    `${'a'.repeat(295)} copy`,
    `${'a'.repeat(293)} copy 2`,
  ]);
  expect(copyName(`a${'😀'.repeat(149)}`)).toBe(`a${'😀'.repeat(147)} copy`);
});

it('copies of things with the longest names are as their files may have them', () => {
  const draft: Documents = structuredClone(emptyDocuments);
  const name = 'a'.repeat(300);
  const engineId = addEngine(draft, name);
  const ruleId = addRule(draft, engineId, name) ?? '';
  duplicateRule(draft, { engineId, ruleId });
  addAlternative(draft, { engineId, ruleId });
  duplicateEngine(draft, engineId);
  duplicateSample(draft, addSample(draft, name, {}));
  duplicateMemory(draft, createMemory(draft, name, 'knowledge'));
  const begun = Object.values(draft.layouts).flatMap(({ begun: rules = {} }) => Object.values(rules));
  const { engines, samples, memories } = draft;
  const refused = [
    ...Object.values(engines).map(engine =>
      engineSchema.safeParse({ ...engine, rules: begun.map(({ rule }) => rule) }),
    ),
    ...Object.values(samples).map(sample => sampleSchema.safeParse(sample)),
    ...Object.values(memories).map(memory => memorySchema.safeParse(memory)),
  ];
  expect(begun).toHaveLength(6);
  expect(refused.map(({ error }) => error?.issues)).toEqual(refused.map(() => undefined));
});
