import { candidateTypes } from '../../../shared/model/ledger.ts';
import type { Confidence } from '../../../shared/model/ledger-words.ts';
import type { Candidate, LedgerItem } from './ledger-item.ts';
import { isInScope } from './scope-match.ts';

/**
 * What scoring and filling read of candidates, side by side: reading a hundred thousand objects, wherever they lie in
 * memory, takes many times as long.
 */
export interface CandidateColumns {
  readonly atMs: Float64Array;
  /** What an item costs before redaction. */
  readonly tokens: Int32Array;
  /** How sure an item is, in 0..1. */
  readonly confidence: Float64Array;
  /** Places in `candidateTypes`. */
  readonly types: Uint8Array;
  /** Where the texts stand in the index of words. */
  readonly places: Int32Array;
}

/** Of a few candidates. */
export function toColumns(items: readonly Candidate[]): CandidateColumns {
  const size = items.length;
  const columns = {
    atMs: new Float64Array(size),
    tokens: new Int32Array(size),
    confidence: new Float64Array(size),
    types: new Uint8Array(size),
    places: new Int32Array(size),
  };
  // One pass: each object is fetched once.
  for (let at = 0; at < size; at += 1) {
    const item = items[at];
    if (item === undefined) continue;
    columns.atMs[at] = item.atMs;
    columns.tokens[at] = item.tokens;
    columns.confidence[at] = sureness(item);
    columns.types[at] = candidateTypes.indexOf(item.type);
    columns.places[at] = item.place;
  }
  return columns;
}

/** The columns with some more candidates behind them; the given ones stay as they are. */
export function withMore(columns: CandidateColumns, more: readonly Candidate[]): CandidateColumns {
  if (more.length === 0) return columns;
  const added = toColumns(more);
  const float = (left: Float64Array, right: Float64Array) => {
    const joined = new Float64Array(left.length + right.length);
    joined.set(left);
    joined.set(right, left.length);
    return joined;
  };
  const whole = (left: Int32Array, right: Int32Array) => {
    const joined = new Int32Array(left.length + right.length);
    joined.set(left);
    joined.set(right, left.length);
    return joined;
  };
  const types = new Uint8Array(columns.types.length + more.length);
  types.set(columns.types);
  types.set(added.types, columns.types.length);
  return {
    atMs: float(columns.atMs, added.atMs),
    confidence: float(columns.confidence, added.confidence),
    tokens: whole(columns.tokens, added.tokens),
    places: whole(columns.places, added.places),
    types,
  };
}

const confidenceOf = { high: 1, medium: 0.6, low: 0.3 } as const;
/** Entries say nothing of how sure they are. */
const entryConfidence = 0.5;

/** How sure a record is, in 0..1. */
export const sureness = (item: LedgerItem): number =>
  surenessOf(item.kind === 'decision' ? item.confidence : undefined);

/** The same of a decision's confidence; of an entry, which has none. */
export const surenessOf = (confidence: Confidence | undefined): number =>
  confidence === undefined ? entryConfidence : confidenceOf[confidence];

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
