import type { ExplainedRule } from '../../shared/model/evaluation.ts';
import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../shared/model/rule.ts';
import type { Sample } from '../../shared/model/sample.ts';
import type { PossibleVariable } from '../../shared/model/variable.ts';

/** What changed since the last message; absent keys did not. `null` removes. */
export interface EvaluationChanges {
  readonly engines?: Readonly<
    Record<string, { working: ContextRuleEngine | null; saved: ContextRuleEngine | null } | null>
  >;
  readonly memories?: Readonly<Record<string, PersistentMemory | null>>;
  readonly samples?: Readonly<Record<string, Sample | null>>;
  readonly currentSample?: string | null;
}

/** How one engine's rules fare: in full for the current sample, by fired rule ids for all. */
export interface EngineOutcome {
  readonly rules: readonly ExplainedRule[];
  readonly fired: Readonly<Record<string, readonly string[]>>;
  readonly savedFired: Readonly<Record<string, readonly string[]>>;
}

/** Memories that all engines together ask for in a sample, now and as saved. */
export interface SampleOutcome {
  readonly memories: readonly string[];
  readonly savedMemories: readonly string[];
}

export interface EvaluationResults {
  readonly engines: Readonly<Record<string, EngineOutcome>>;
  readonly samples: Readonly<Record<string, SampleOutcome>>;
  /** Prefixed variables of the current sample. */
  readonly variables: ReadonlyMap<string, unknown>;
  /** Every variable a rule could ask for (V1). */
  readonly possibleVariables: readonly PossibleVariable[];
}
