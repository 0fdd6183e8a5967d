import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import { firesAt, type RuleRow } from './evaluation-results.ts';

/** A sample in which a rule fares otherwise than saved, and the memories that it gains or loses with all edits. */
export interface RuleFlip {
  readonly sampleId: string;
  readonly from: 'fired' | 'not_fired';
  readonly to: 'fired' | 'not_fired';
  readonly gains: readonly string[];
  readonly loses: readonly string[];
}

type MemoriesOf = (sampleId: string, column: number) => ReadonlySet<string>;

export function ruleFlips(
  row: RuleRow,
  sampleIds: readonly string[],
  working: MemoriesOf,
  saved: MemoriesOf,
): RuleFlip[] {
  return sampleIds.flatMap((sampleId, column) => {
    const now = firesAt(row.working, column);
    const before = firesAt(row.saved, column);
    if (now === before) return [];
    const has = working(sampleId, column);
    const had = saved(sampleId, column);
    return {
      sampleId,
      from: nameOf(before),
      to: nameOf(now),
      gains: [...has].filter(id => !had.has(id)),
      loses: [...had].filter(id => !has.has(id)),
    };
  });
}

const nameOf = (fired: boolean): RuleFlip['from'] => (fired ? 'fired' : 'not_fired');

/** Memories that the rules of the asked engines add to a sample (R7); rows are looked up once for all samples. */
export function memoriesBySample(
  engines: Readonly<Record<string, ContextRuleEngine>>,
  samples: Readonly<Record<string, Sample>>,
  bitsOf: (engineId: string, ruleId: string) => Uint32Array | undefined,
): MemoriesOf {
  const adding = Object.values(engines).flatMap(engine =>
    engine.rules.map(rule => ({
      engineId: engine.id,
      bits: bitsOf(engine.id, rule.id),
      memories: rule.then.add_memories,
    })),
  );
  return (sampleId, column) => {
    const chosen = samples[sampleId]?.request.rule_engine_ids;
    const memories = new Set<string>();
    for (const rule of adding) {
      if (!firesAt(rule.bits, column) || (Array.isArray(chosen) && !chosen.includes(rule.engineId))) continue;
      for (const memory of rule.memories) memories.add(memory);
    }
    return memories;
  };
}
