import { type CandidateColumns, withMore } from './candidate-columns.ts';
import type { Candidate } from './ledger-item.ts';
import { isInScope } from './scope-match.ts';

/** Scopes whose candidates are kept at hand. */
const mostScopes = 16;
/** More than so many new ones are not joined one call after another: the columns are made anew. */
const mostAdded = 1000;

/** The candidates of the scopes that were asked for last. */
interface RememberedColumns {
  /** The columns of a scope; made, where they are not remembered. */
  of(scope: string, make: (scope: string) => CandidateColumns): CandidateColumns;
  /** Adds a candidate that none of the columns has. */
  add(item: Candidate): void;
  clear(): void;
}

/** Columns by scope. What is new is joined when a scope is asked for, so that writing costs nothing. */
export function createRememberedColumns(): RememberedColumns {
  const scopes = new Map<string, { readonly columns: CandidateColumns; readonly added: Candidate[] }>();
  return {
    of(scope, make) {
      const known = scopes.get(scope);
      const columns = known === undefined ? make(scope) : withMore(known.columns, known.added);
      scopes.delete(scope);
      scopes.set(scope, { columns, added: [] });
      const [oldest] = scopes.keys();
      if (scopes.size > mostScopes && oldest !== undefined) scopes.delete(oldest);
      return columns;
    },
    add(item) {
      for (const [scope, { added }] of scopes)
        if (added.length === mostAdded) scopes.delete(scope);
        else if (isInScope(item, scope)) added.push(item);
    },
    clear: () => scopes.clear(),
  };
}
