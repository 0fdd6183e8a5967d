import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';

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

/** "used by 4 rules in 2 engines", or that nobody uses it. */
export function describeUses(uses: readonly MemoryUse[]): string {
  if (uses.length === 0) return 'No rule uses it.';
  const engines = new Set(uses.map(use => use.engineId)).size;
  return `Used by ${count(uses.length, 'rule')} in ${count(engines, 'engine')}.`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
