import type { ImportItem } from '../../../shared/contract/imports.ts';
import type { PersistentMemory } from '../../../shared/model/memory.ts';
import type { ContextRuleEngine } from '../../../shared/model/rule.ts';
import type { ImportFile } from '../../storage/documents/collect-files.ts';
import type { DefinitionList } from '../../storage/files/definition-file.ts';
import type { DefinitionChange } from '../../storage/files/plan-save.ts';
import { takenIds } from '../project/definition-list.ts';
import { type ConflictDecision, decideConflict, type OnConflict } from '../rules/decide-conflict.ts';

/** The definitions of one kind as they will be after an import. */
export interface DefinitionPlan<Value> {
  takenIds(): Iterable<string>;
  decide(id: string): ConflictDecision;
  /** The definition as planned so far, or as the project has it; undefined where neither has it. */
  get(id: string): Value | undefined;
  /** True for an id whose file cannot be read, so that nothing can be added to it. */
  isBlocked(id: string): boolean;
  put(value: Value, expected: string | null): void;
  /** Puts a definition in the place of the one that `get` gave. */
  amend(value: Value): void;
  /** All definitions as planned so far. */
  all(): Value[];
  /** Takes away what the project has; nothing else of the plan may have touched it. */
  remove(id: string): void;
  changes(): DefinitionChange<Value>[];
  removals(): { readonly id: string; readonly expected: string | undefined }[];
}

/** What became of one candidate; the rest of its item is known. */
export type Outcome = Pick<ImportItem, 'change' | 'makes'> & { readonly notes?: readonly string[] };

/** All that is planned so far. */
export interface Plans {
  readonly engines: DefinitionPlan<ContextRuleEngine>;
  readonly memories: DefinitionPlan<PersistentMemory>;
  readonly documents: ImportFile[];
  /** Memory types that were imported, by the key of their file. */
  readonly idsBySource: ReadonlyMap<string, string>;
  /** What has no file any more goes. */
  readonly prune: boolean;
}

export function createDefinitionPlan<Value extends { readonly id: string }>(
  noun: string,
  list: DefinitionList<Value>,
  onConflict: OnConflict,
): DefinitionPlan<Value> {
  const known = new Map(list.definitions.map(({ value, hash }) => [value.id, { value, hash }]));
  const hashes = new Map([...known].map(([id, { hash }]) => [id, hash]));
  const taken = new Map(takenIds(list).map(id => [id.toLowerCase(), id]));
  const changes = new Map<string, DefinitionChange<Value>>();
  const removed = new Set<string>();
  const put = (value: Value, expected: string | null): void => {
    taken.set(value.id.toLowerCase(), value.id);
    changes.set(value.id, { value, expected });
  };
  return {
    takenIds: () => taken.values(),
    decide: id =>
      decideConflict({ id, noun, onConflict, taken, hashes, isWritten: other => changes.has(other) }),
    get: id => changes.get(id)?.value ?? known.get(id)?.value,
    isBlocked: id => taken.has(id.toLowerCase()) && !changes.has(id) && !known.has(id),
    put,
    amend(value) {
      const expected = changes.get(value.id)?.expected;
      put(value, expected === undefined ? (hashes.get(value.id) ?? null) : (expected ?? null));
    },
    all: () => [
      ...[...known.values()].map(({ value }) => changes.get(value.id)?.value ?? value),
      ...[...changes.values()].flatMap(({ value }) => (known.has(value.id) ? [] : [value])),
    ],
    remove: id => removed.add(id),
    changes: () => [...changes.values()].filter(({ value }) => !removed.has(value.id)),
    removals: () => [...removed].map(id => ({ id, expected: hashes.get(id) })),
  };
}
