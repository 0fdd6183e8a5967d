import type { ContextTest } from '../model/context-test.ts';
import type { PersistentMemory } from '../model/memory.ts';
import type { ContextRuleEngine } from '../model/rule.ts';
import type { Sample } from '../model/sample.ts';

/** Everything in which a name can stand. */
export interface RenamingInput {
  readonly engines: readonly ContextRuleEngine[];
  readonly memories: readonly PersistentMemory[];
  readonly samples: readonly Sample[];
  readonly tests?: readonly ContextTest[];
}

/** A definition as it reads with the new name, and the dotted paths where it changed. */
export interface Renamed<Value> {
  readonly value: Value;
  readonly places: readonly string[];
}

/** The definitions that change; the others stay the same objects and are not in here. */
export interface Renaming {
  readonly engines: readonly Renamed<ContextRuleEngine>[];
  readonly memories: readonly Renamed<PersistentMemory>[];
  readonly samples: readonly Renamed<Sample>[];
  readonly tests: readonly Renamed<ContextTest>[];
  /** What was left as it is on purpose, and why; one sentence each. */
  readonly notes: readonly string[];
}
