import type { EntryItem } from './ledger-item.ts';
import { scopesMatch } from './scope-match.ts';

/** The blackboard by id and by scope, with what is answered. */
export interface EntryIndex {
  put(entry: EntryItem): void;
  readonly size: number;
  get(id: string): EntryItem | undefined;
  all(): Iterable<EntryItem>;
  inScope(scope: string): EntryItem[];
  isResolved(entry: EntryItem): boolean;
}

export function createEntryIndex(): EntryIndex {
  const entries = new Map<string, EntryItem>();
  // Scopes repeat: each is compared once for all of its entries.
  const byScope = new Map<string, Map<string, EntryItem>>();
  const answers = new Map<string, Set<string>>();
  const takeOut = (before: EntryItem): void => {
    byScope.get(before.scope)?.delete(before.id);
    if (before.type === 'answer') for (const id of before.relatesTo) answers.get(id)?.delete(before.id);
  };
  return {
    put(entry) {
      const before = entries.get(entry.id);
      if (before !== undefined) takeOut(before);
      entries.set(entry.id, entry);
      const same = byScope.get(entry.scope) ?? new Map<string, EntryItem>();
      byScope.set(entry.scope, same.set(entry.id, entry));
      if (entry.type !== 'answer') return;
      for (const id of entry.relatesTo) answers.set(id, (answers.get(id) ?? new Set()).add(entry.id));
    },
    get size() {
      return entries.size;
    },
    get: id => entries.get(id),
    all: () => entries.values(),
    inScope(scope) {
      const found: EntryItem[] = [];
      for (const [own, same] of byScope)
        if (scopesMatch(own, scope)) for (const entry of same.values()) found.push(entry);
      return found;
    },
    isResolved: ({ id, type, isResolved }) =>
      isResolved || ((type === 'question' || type === 'need') && (answers.get(id)?.size ?? 0) > 0),
  };
}
