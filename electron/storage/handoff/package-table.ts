import type { ContextPackage } from '../../../shared/model/handoff.ts';
import type { PackagePriority } from '../../../shared/model/package-words.ts';
import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** Who wrote it. */
type PackageTrust = 'user' | 'agent' | 'project';

/** A package as it is stored. */
export interface StoredPackage extends ContextPackage {
  readonly trust: PackageTrust;
  /** Agent types it is addressed to; others may have read it all the same. */
  readonly addressees: readonly string[];
  /** Another package of the session has taken its place. */
  readonly superseded: boolean;
}

type NewPackage = Omit<ContextPackage, 'id' | 'consumers'> & {
  readonly trust: PackageTrust;
  readonly addressees: readonly string[];
};

interface PackageFilter {
  readonly sessionId?: string | undefined;
  /** Exactly this group; null is the session-wide ones. */
  readonly groupId?: string | null | undefined;
}

interface PackageRow {
  readonly id: number;
  readonly session_id: string;
  /** Empty is the whole session. */
  readonly group_id: string;
  readonly package_type: ContextPackage['package_type'];
  readonly file_path: string;
  readonly producer_agent: string;
  readonly priority: PackagePriority;
  readonly summary: string;
  readonly content: string | null;
  readonly size_bytes: number;
  readonly supersedes_id: number | null;
  readonly created_at: string;
  readonly trust: PackageTrust;
  readonly row_hash: string;
}

interface ListedRow extends PackageRow {
  readonly superseded: number;
}

const fieldNames = [
  'session_id',
  'group_id',
  'package_type',
  'file_path',
  'producer_agent',
  'priority',
  'summary',
  'content',
  'size_bytes',
  'supersedes_id',
  'created_at',
  'trust',
] as const;
const columns = `${fieldNames.join(', ')}, row_hash`;

/** Stores a package with whom it is addressed to; returns its id. */
export function addPackage(database: WritableDatabase, added: NewPackage): number {
  const row = {
    ...added,
    group_id: added.group_id ?? '',
    content: added.content ?? null,
    supersedes_id: added.supersedes_id ?? null,
  };
  const fields = fieldNames.map(name => row[name]);
  const marks = fieldNames.map(() => '?').join(', ');
  const { lastInsertRowid } = prepare(
    database,
    `INSERT INTO context_package (${columns}) VALUES (${marks}, ?)`,
  ).run(...fields, hashOf(fields));
  const id = Number(lastInsertRowid);
  prepare(
    database,
    'INSERT INTO context_package_text (rowid, summary, file_path, content) VALUES (?, ?, ?, ?)',
  ).run(id, row.summary, row.file_path, row.content);
  for (const agent of new Set(added.addressees)) putConsumer(database, id, agent, 0, true, null);
  return id;
}

export function packageSession(database: ReadableDatabase, id: number): string | undefined {
  const session: unknown = prepare(database, 'SELECT session_id FROM context_package WHERE id = ?')
    .pluck()
    .get(id);
  return typeof session === 'string' ? session : undefined;
}

/** Packages of a session, a group of it, or all; newest first. */
export function listPackages(
  database: ReadableDatabase,
  { sessionId, groupId }: PackageFilter,
): StoredPackage[] {
  const given = [
    { sql: 'session_id = ?', value: sessionId },
    { sql: 'group_id = ?', value: groupId === null ? '' : groupId },
  ].filter(({ value }) => value !== undefined);
  const where = given.length === 0 ? '' : `WHERE ${given.map(({ sql }) => sql).join(' AND ')}`;
  const sql = `SELECT id, ${columns}, EXISTS (
      SELECT 1 FROM context_package AS newer
      WHERE newer.supersedes_id = context_package.id AND newer.session_id = context_package.session_id
    ) AS superseded
    FROM context_package ${where} ORDER BY created_at DESC, id DESC`;
  // The columns are the ones of the interface.
  const rows = prepare<ListedRow>(database, sql).all(...given.map(({ value }) => value));
  return rows.map(row => toPackage(database, row));
}

/** How well the packages of a session fit the words of a full-text query; less is better (bm25). */
export function packageFit(
  database: ReadableDatabase,
  sessionId: string,
  match: string,
): ReadonlyMap<number, number> {
  const sql = `SELECT context_package.id AS id, bm25(context_package_text) AS fit
    FROM context_package_text JOIN context_package ON context_package.id = context_package_text.rowid
    WHERE context_package_text MATCH ? AND context_package.session_id = ?`;
  const rows = prepare<{ id: number; fit: number }>(database, sql).all(match, sessionId); // the columns of the query
  return new Map(rows.map(({ id, fit }) => [id, fit]));
}

/** Notes that an agent type has read a package in an iteration; true when it had not yet. */
export function markConsumed(
  database: WritableDatabase,
  packageId: number,
  agentType: string,
  iteration: number,
  consumedAt: string,
): boolean {
  const rows = consumersOf(database, packageId).filter(row => row.agent_type === agentType);
  const known = rows.find(row => row.iteration === iteration);
  if (known !== undefined && known.consumed_at !== null) return false;
  const isAddressed = rows.some(row => row.addressed === 1);
  putConsumer(database, packageId, agentType, iteration, isAddressed, consumedAt);
  return true;
}

interface ConsumerRow {
  readonly agent_type: string;
  readonly iteration: number;
  readonly addressed: number;
  readonly consumed_at: string | null;
  readonly row_hash: string;
}

function putConsumer(
  database: WritableDatabase,
  packageId: number,
  agentType: string,
  iteration: number,
  addressed: boolean,
  consumedAt: string | null,
): void {
  const fields = [packageId, agentType, iteration, addressed ? 1 : 0, consumedAt];
  const sql = `INSERT OR REPLACE INTO context_package_consumer
    (package_id, agent_type, iteration, addressed, consumed_at, row_hash) VALUES (?, ?, ?, ?, ?, ?)`;
  prepare(database, sql).run(...fields, hashOf(fields));
}

function consumersOf(database: ReadableDatabase, packageId: number): ConsumerRow[] {
  const sql = `SELECT agent_type, iteration, addressed, consumed_at, row_hash FROM context_package_consumer
    WHERE package_id = ? ORDER BY agent_type, iteration`;
  const rows = prepare<ConsumerRow>(database, sql).all(packageId); // the columns are the ones of the interface
  for (const { agent_type, iteration, addressed, consumed_at, row_hash } of rows) {
    const fields = [packageId, agent_type, iteration, addressed, consumed_at];
    verifyRow(`a consumer of package ${packageId}`, fields.map(orEmpty), row_hash);
  }
  return rows;
}

function toPackage(database: ReadableDatabase, row: ListedRow): StoredPackage {
  verifyRow(
    `the package ${row.id}`,
    fieldNames.map(name => orEmpty(row[name])),
    row.row_hash,
  );
  const { row_hash: _, superseded, group_id, content, supersedes_id, ...rest } = row;
  const consumers = consumersOf(database, row.id);
  return {
    ...rest,
    group_id: group_id === '' ? null : group_id,
    ...(content !== null && { content }),
    ...(supersedes_id !== null && { supersedes_id }),
    superseded: superseded === 1,
    addressees: [
      ...new Set(consumers.filter(({ addressed }) => addressed === 1).map(({ agent_type }) => agent_type)),
    ],
    consumers: consumers.map(({ agent_type, iteration, consumed_at }) => ({
      agent_type,
      iteration,
      ...(consumed_at !== null && { consumed_at }),
    })),
  };
}

const orEmpty = (field: string | number | null): string | number => field ?? '';
const hashOf = (fields: readonly (string | number | null)[]): string => rowHash(fields.map(orEmpty));
