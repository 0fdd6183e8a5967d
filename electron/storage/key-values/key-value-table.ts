import { AppError } from '../../../shared/contract/errors.ts';
import { raiseVersion } from '../database/content-version.ts';
import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** Where a value stands. */
interface KeyAddress {
  readonly instance: string;
  readonly namespace: string;
  readonly key: string;
}

/** Who wrote it: a person, the project's own files, or an agent. */
type KeyTrust = 'user' | 'project' | 'agent';

export interface KeyEntry extends KeyAddress {
  readonly value: unknown;
  readonly trust: KeyTrust;
  readonly updated_at: string;
}

interface KeyRow extends KeyAddress {
  readonly value: string;
  readonly trust: KeyTrust;
  readonly updated_at: string;
  readonly row_hash: string;
}

const columns = 'instance, namespace, key, value, trust, updated_at, row_hash';

export function getKey(database: ReadableDatabase, address: KeyAddress): KeyEntry | undefined {
  const sql = `SELECT ${columns} FROM key_value WHERE instance = ? AND namespace = ? AND key = ?`;
  const row = prepare<KeyRow>(database, sql).get(address.instance, address.namespace, address.key);
  return row === undefined ? undefined : toEntry(row);
}

/** Entries by instance, namespace and key. */
export function listKeys(
  database: ReadableDatabase,
  instance: string | undefined,
  namespace: string | undefined,
): KeyEntry[] {
  const sql = `SELECT ${columns} FROM key_value WHERE (?1 IS NULL OR instance = ?1) AND (?2 IS NULL OR namespace = ?2)
    ORDER BY instance, namespace, key`;
  // The columns are the ones of the interface.
  const rows = prepare<KeyRow>(database, sql).all({ 1: instance ?? null, 2: namespace ?? null });
  return rows.map(toEntry);
}

export function setKey(database: WritableDatabase, entry: KeyEntry): void {
  const { instance, namespace, key, trust, updated_at } = entry;
  const value = JSON.stringify(entry.value);
  if (value === undefined)
    throw new AppError('invalid_input', `the value of "${key}" is missing; give a JSON value`);
  const hash = rowHash([instance, namespace, key, value, trust, updated_at]);
  prepare(database, `INSERT OR REPLACE INTO key_value (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`).run(
    instance,
    namespace,
    key,
    value,
    trust,
    updated_at,
    hash,
  );
  raiseKeyVersions(database, instance, namespace);
}

export function deleteKey(database: WritableDatabase, { instance, namespace, key }: KeyAddress): boolean {
  const sql = 'DELETE FROM key_value WHERE instance = ? AND namespace = ? AND key = ?';
  raiseKeyVersions(database, instance, namespace);
  return prepare(database, sql).run(instance, namespace, key).changes > 0;
}

/** Instances and namespaces that have keys, by name. */
export function keyPlaces(database: ReadableDatabase): Pick<KeyAddress, 'instance' | 'namespace'>[] {
  const sql = 'SELECT DISTINCT instance, namespace FROM key_value ORDER BY instance, namespace';
  // The columns are the ones just named.
  return prepare<Pick<KeyAddress, 'instance' | 'namespace'>>(database, sql).all();
}

/** A change of one namespace is one of what places there are, too. */
function raiseKeyVersions(database: WritableDatabase, instance: string, namespace: string): void {
  raiseVersion(database, `kv/${instance}/${namespace}`);
  raiseVersion(database, 'kv');
}

export function countKeys(database: ReadableDatabase): number {
  return Number(prepare(database, 'SELECT COUNT(*) FROM key_value').pluck().get());
}

function toEntry(row: KeyRow): KeyEntry {
  const { instance, namespace, key, value, trust, updated_at } = row;
  const what = `the value ${instance}/${namespace}/${key}`;
  verifyRow(what, [instance, namespace, key, value, trust, updated_at], row.row_hash);
  return { instance, namespace, key, value: JSON.parse(value), trust, updated_at };
}
