import { asWritten } from '../../../shared/model/canonical-json.ts';
import { memoryOrder, ruleOrder } from '../../../shared/model/key-orders.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRule, ContextRuleEngine } from '../../../shared/model/rule.ts';
import { valueKey } from '../../engine/pipeline/element-value.ts';
import type { StoredSync } from '../../storage/documents/sync-table.ts';
import { sha256 } from '../../storage/files/read-text-file.ts';

/**
 * What trust is given for: a rule, a memory, a watched folder, each as it is. The hash of one says which and what; the
 * form of its file plays no part: what Weft leaves out when it writes a value is left out here. A rule whose engine is switched on does what it did not before, so that it is another.
 */
export const engineActs = (engine: ContextRuleEngine): string[] =>
  engine.rules.map(rule => ruleAct(engine, rule));

export function ruleAct(engine: ContextRuleEngine, rule: ContextRule): string {
  const acts = actsOfRules.get(engine) ?? new Map<ContextRule, string>();
  actsOfRules.set(engine, acts);
  const act = acts.get(rule) ?? actOf(['rule', engine.id, engine.enabled, asWritten(rule, ruleOrder)]);
  acts.set(rule, act);
  return act;
}

/** The same rule as it was noted before: with what its file said although absence means it. */
export const statedRuleAct = (engine: ContextRuleEngine, rule: ContextRule): string =>
  actOf(['rule', engine.id, engine.enabled, { ...ruleOrder.impliedValues, ...rule }]);

export function memoryAct(memory: PersistentMemory): string {
  // What editors read beside it says nothing of what it does.
  const { $schema, ...meant } = memory;
  const act = actsOfMemories.get(memory) ?? actOf(['memory', asWritten(meant, memoryOrder)]);
  actsOfMemories.set(memory, act);
  return act;
}

export const syncAct = ({ collection, folder }: StoredSync): string => actOf(['sync', collection, folder]);

// Values are read once for each content of their file, and never changed.
const actsOfRules = new WeakMap<ContextRuleEngine, Map<ContextRule, string>>();
const actsOfMemories = new WeakMap<PersistentMemory, string>();

/** Half of a SHA-256: 128 bits are as hard to meet as 256, and there may be many thousands. */
const actOf = (parts: readonly unknown[]): string => sha256(valueKey(parts)).slice(0, 32);
