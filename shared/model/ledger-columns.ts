/**
 * Items of a ledger as its index is kept in the database: one row for each place that is new or has changed, in columns,
 * by rising places.
 */
export interface LedgerColumns {
  readonly places: Int32Array<ArrayBuffer>;
  /** 0 where a place was left empty; then nothing else counts. */
  readonly types: Uint8Array<ArrayBuffer>;
  readonly flags: Uint8Array<ArrayBuffer>;
  readonly atMs: Float64Array<ArrayBuffer>;
  readonly marks: Float64Array<ArrayBuffer>;
  readonly tokens: Int32Array<ArrayBuffer>;
  readonly scopes: Int32Array<ArrayBuffer>;
  readonly agents: Int32Array<ArrayBuffer>;
  /** Where in `texts` they begin, and 1; 0 for none. */
  readonly ids: Int32Array<ArrayBuffer>;
  readonly details: Int32Array<ArrayBuffer>;
  readonly texts: Uint8Array<ArrayBuffer>;
  /** Words of the new texts, in the order of their places. */
  readonly lengths: Int32Array<ArrayBuffer>;
  /** Names that came with these rows, behind those before. */
  readonly names: readonly string[];
}
