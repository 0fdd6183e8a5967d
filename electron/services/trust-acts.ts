import type { PersistentMemory } from '../../shared/model/memory.ts';
import type { ContextRule, ContextRuleEngine } from '../../shared/model/rule.ts';
import { valueKey } from '../engine/pipeline/element-value.ts';
import type { StoredSync } from '../storage/documents/sync-table.ts';
import { sha256 } from '../storage/files/read-text-file.ts';

/**
 * What trust is given for: a rule, a memory, a watched folder, each as it is. The hash of one says which and what; the
 * form of its file plays no part.
 */
export const engineActs = (engine: ContextRuleEngine): string[] =>
  engine.rules.map(rule => ruleAct(engine.id, rule));

export const ruleAct = (engineId: string, rule: ContextRule): string =>
  remembered(rule, () => actOf(['rule', engineId, rule]));

export const memoryAct = (memory: PersistentMemory): string =>
  remembered(memory, () => actOf(['memory', memory]));

export const syncAct = ({ collection, folder }: StoredSync): string => actOf(['sync', collection, folder]);

// Values are read once for each content of their file, and never changed.
const known = new WeakMap<object, string>();

function remembered(value: object, make: () => string): string {
  const act = known.get(value) ?? make();
  known.set(value, act);
  return act;
}

/** Half of a SHA-256: 128 bits are as hard to meet as 256, and there may be many thousands. */
const actOf = (parts: readonly unknown[]): string => sha256(valueKey(parts)).slice(0, 32);
