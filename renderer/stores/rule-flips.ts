import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import type { RuleRow } from '../worker/protocol.ts';
import { firesAt } from './evaluation-results.ts';

/**
 * A sample in which a rule fares otherwise than saved: it fires or not, or fires as before and adds other memories.
 * Gained and lost are those of its memories, now or as saved, that the sample as a whole gains or loses.
 */
export interface RuleFlip {
  readonly sampleId: string;
  readonly from: 'fired' | 'not_fired';
  readonly to: 'fired' | 'not_fired';
  readonly gains: readonly string[];
  readonly loses: readonly string[];
}

type MemoriesOf = (sampleId: string, column: number) => ReadonlySet<string>;

/** What one side of a comparison knows: the memories that the rule adds, and all that a sample gets. */
interface FlipSide {
  readonly own: readonly string[];
  readonly all: MemoriesOf;
}

export function ruleFlips(
  row: RuleRow,
  sampleIds: readonly string[],
  working: FlipSide,
  saved: FlipSide,
): RuleFlip[] {
  return sampleIds.flatMap((sampleId, column) => {
    const now = firesAt(row.working, column);
    const before = firesAt(row.saved, column);
    if (!now && !before) return [];
    const has = working.all(sampleId, column);
    const had = saved.all(sampleId, column);
    const gains = working.own.filter(id => has.has(id) && !had.has(id));
    const loses = saved.own.filter(id => had.has(id) && !has.has(id));
    if (now === before && gains.length + loses.length === 0) return [];
    return { sampleId, from: nameOf(before), to: nameOf(now), gains, loses };
  });
}

const nameOf = (fired: boolean): RuleFlip['from'] => (fired ? 'fired' : 'not_fired');

/** Which of some memories the rules of the asked engines add to a sample; rows are looked up once for all samples. */
export function memoriesBySample(
  wanted: ReadonlySet<string>,
  engines: Readonly<Record<string, ContextRuleEngine>>,
  samples: Readonly<Record<string, Sample>>,
  bitsOf: (engineId: string, ruleId: string) => Uint32Array | undefined,
): MemoriesOf {
  const adding = Object.values(engines).flatMap(engine =>
    engine.rules.flatMap(rule => {
      const memories = rule.then.add_memories.filter(id => wanted.has(id));
      return memories.length === 0
        ? []
        : [{ engineId: engine.id, bits: bitsOf(engine.id, rule.id), memories }];
    }),
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
