import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';
import type { Sample } from '../../../../shared/model/sample.ts';

/** One rule that adds a memory. */
export interface MemoryUse {
  readonly engineId: string;
  readonly engineName: string;
  readonly engineEnabled: boolean;
  readonly ruleId: string;
  readonly ruleName: string;
}

/** Rules that add a memory, engines by id, rules in file order. */
export function usesOfMemory(
  engines: Readonly<Record<string, ContextRuleEngine>>,
  memoryId: string,
): MemoryUse[] {
  return Object.values(engines).flatMap(engine =>
    engine.rules
      .filter(rule => rule.then.add_memories.includes(memoryId))
      .map(rule => ({
        engineId: engine.id,
        engineName: engine.name,
        engineEnabled: engine.enabled,
        ruleId: rule.id,
        ruleName: rule.name === '' ? rule.id : rule.name,
      })),
  );
}

/** How many rules use each memory; memories that nobody uses are not in it. */
export function countUses(engines: Readonly<Record<string, ContextRuleEngine>>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const engine of Object.values(engines))
    for (const rule of engine.rules)
      for (const id of new Set(rule.then.add_memories)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Names of the samples whose request asks for a memory by its id, whatever rules say. */
export function samplesAskingFor(samples: Readonly<Record<string, Sample>>, memoryId: string): string[] {
  return Object.values(samples)
    .filter(({ request: { explicit_memory: asked } }) => Array.isArray(asked) && asked.includes(memoryId))
    .map(({ name }) => name);
}

/** "Used by 4 rules in 2 engines.", or that nobody uses it; with the samples that ask for it themselves. */
export function describeUses(uses: readonly MemoryUse[], asking: readonly string[] = []): string {
  const engines = new Set(uses.map(use => use.engineId)).size;
  const rules =
    uses.length === 0
      ? 'No rule uses it.'
      : `Used by ${count(uses.length, 'rule')} in ${count(engines, 'engine')}.`;
  if (asking.length === 0) return rules;
  return `${rules} ${count(asking.length, 'sample')} ${asking.length === 1 ? 'asks' : 'ask'} for it.`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
