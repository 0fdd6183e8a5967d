import type { BundleType } from '../../../shared/model/layer-budget.ts';
import type { Bundle } from '../../../shared/model/profile.ts';
import { parseStored, rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** What a compiled text is, before anybody used it. */
export type CompiledBundle = Omit<Bundle, 'version' | 'dirty' | 'last_used_at' | 'uses' | 'hits' | 'misses'>;

interface BundleRow extends Omit<Bundle, 'composition' | 'dirty'> {
  readonly composition: string;
  readonly dirty: number;
  readonly row_hash: string;
}

const select = 'SELECT * FROM bundle';

/** All compiled texts, by type and key. */
export function listBundles(database: ReadableDatabase): Bundle[] {
  // The columns are the ones of the interface.
  return prepare<BundleRow>(database, `${select} ORDER BY type, key`).all().map(toBundle);
}

export function findBundle(database: ReadableDatabase, id: string): Bundle | undefined {
  const row = prepare<BundleRow>(database, `${select} WHERE id = ?`).get(id);
  return row === undefined ? undefined : toBundle(row);
}

/** Writes a text that was compiled now; its version is one more than that of the one before. */
export function putBundle(database: WritableDatabase, bundle: CompiledBundle): void {
  const { id, type, key, text, tokens, priority, compiled_at, expires_at } = bundle;
  const composition = JSON.stringify(bundle.composition);
  const sql = `INSERT INTO bundle (id, type, key, text, tokens, composition, version, dirty, priority, compiled_at,
      expires_at, row_hash) VALUES (?, ?, ?, ?, ?, ?, 1, 0, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET text = excluded.text, tokens = excluded.tokens, composition = excluded.composition,
      version = version + 1, dirty = 0, priority = excluded.priority, compiled_at = excluded.compiled_at,
      expires_at = excluded.expires_at, row_hash = excluded.row_hash`;
  const hash = rowHash([id, text, tokens, composition]);
  prepare(database, sql).run(
    id,
    type,
    key,
    text,
    tokens,
    composition,
    priority,
    compiled_at,
    expires_at,
    hash,
  );
}

/** Counts that a text was used: ready as it was, or made for it. */
export function noteBundleUse(database: WritableDatabase, id: string, use: 'hit' | 'miss', at: string): void {
  const sql = `UPDATE bundle SET uses = uses + 1, hits = hits + ?, misses = misses + ?, last_used_at = ? WHERE id = ?`;
  prepare(database, sql).run(use === 'hit' ? 1 : 0, use === 'miss' ? 1 : 0, at, id);
}

/** Marks texts whose sources changed: all of a type, or the one with a key. Composite ones may hold any of them. */
export function soilBundles(database: WritableDatabase, type: BundleType, key?: string): void {
  const sql = `UPDATE bundle SET dirty = 1 WHERE (type = ?1 AND (?2 IS NULL OR key = ?2)) OR type = 'composite'`;
  prepare(database, sql).run({ 1: type, 2: key ?? null });
}

export function deleteBundle(database: WritableDatabase, id: string): void {
  prepare(database, 'DELETE FROM bundle WHERE id = ?').run(id);
}

function toBundle({ row_hash, composition, dirty, ...bundle }: BundleRow): Bundle {
  verifyRow(`the compiled text ${bundle.id}`, [bundle.id, bundle.text, bundle.tokens, composition], row_hash);
  // Written by `putBundle`, and guarded by the row's hash.
  return { ...bundle, composition: parseStored<string[]>(composition), dirty: dirty === 1 };
}
