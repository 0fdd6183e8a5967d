import type { ContextRuleEngine } from '../model/rule.ts';
import type { Sample } from '../model/sample.ts';
import { renamedIds, renameMemoryInTest } from '../rules/testing/rename-in-test.ts';
import type { Renamed, Renaming, RenamingInput } from './renaming.ts';

/** Gives a memory another id wherever one asks for it: in what rules add, and in what samples and tests name. The memory itself is not in here. */
export function renameMemoryUses(
  id: string,
  to: string,
  { engines, samples, tests = [] }: RenamingInput,
): Renaming {
  return {
    engines: engines.map(engine => renameInEngine(engine, id, to)).filter(({ places }) => places.length > 0),
    memories: [],
    samples: samples.map(sample => renameInSample(sample, id, to)).filter(({ places }) => places.length > 0),
    tests: tests.map(test => renameMemoryInTest(test, id, to)).filter(({ places }) => places.length > 0),
    notes: [],
  };
}

function renameInEngine(engine: ContextRuleEngine, id: string, to: string): Renamed<ContextRuleEngine> {
  const places: string[] = [];
  const rules = engine.rules.map((rule, index) => {
    if (!rule.then.add_memories.includes(id)) return rule;
    places.push(`rules.${index}.then.add_memories`);
    return { ...rule, then: { ...rule.then, add_memories: renamedIds(rule.then.add_memories, id, to) } };
  });
  return { value: { ...engine, rules }, places };
}

function renameInSample(sample: Sample, id: string, to: string): Renamed<Sample> {
  const { explicit_memory: asked } = sample.request;
  if (!Array.isArray(asked) || !asked.includes(id)) return { value: sample, places: [] };
  const request = { ...sample.request, explicit_memory: renamedIds(asked, id, to) };
  return { value: { ...sample, request }, places: ['request.explicit_memory'] };
}
