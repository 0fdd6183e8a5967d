import type { ConfidencePoint, ErrorPattern } from '../../../shared/model/handoff.ts';
import { rowHash, verifyRow } from '../database/row-hash.ts';
import { prepare, type ReadableDatabase, type WritableDatabase } from '../database/sqlite.ts';

/** A pattern with how its confidence went, oldest first. */
export interface StoredPattern {
  readonly pattern: ErrorPattern;
  readonly history: readonly ConfidencePoint[];
}

interface PatternRow {
  readonly project_id: string;
  readonly pattern_hash: string;
  readonly pattern: string;
  readonly history: string;
  readonly row_hash: string;
}

const columns = 'project_id, pattern_hash, pattern, history, row_hash';

/** Writes a pattern in place of the one with its project and hash. */
export function putPattern(database: WritableDatabase, { pattern, history }: StoredPattern): void {
  const { project_id, pattern_hash } = pattern;
  const fields = [project_id, pattern_hash, JSON.stringify(pattern), JSON.stringify(history)];
  prepare(database, `INSERT OR REPLACE INTO error_pattern (${columns}) VALUES (?, ?, ?, ?, ?)`).run(
    ...fields,
    rowHash(fields),
  );
}

export function findPattern(
  database: ReadableDatabase,
  projectId: string,
  patternHash: string,
): StoredPattern | undefined {
  const sql = `SELECT ${columns} FROM error_pattern WHERE project_id = ? AND pattern_hash = ?`;
  const row = prepare<PatternRow>(database, sql).get(projectId, patternHash); // its columns
  return row === undefined ? undefined : toPattern(row);
}

/** The patterns of a project, or of all. */
export function listPatterns(database: ReadableDatabase, projectId?: string): StoredPattern[] {
  const sql = `SELECT ${columns} FROM error_pattern WHERE ? IS NULL OR project_id = ? ORDER BY pattern_hash, project_id`;
  const rows = prepare<PatternRow>(database, sql).all(projectId ?? null, projectId ?? null); // its columns
  return rows.map(toPattern);
}

/** The projects that know a pattern. */
export function projectsKnowing(database: ReadableDatabase, patternHash: string): string[] {
  const sql = 'SELECT project_id FROM error_pattern WHERE pattern_hash = ? ORDER BY project_id';
  return prepare<unknown>(database, sql).pluck().all(patternHash).map(String);
}

function toPattern({ project_id, pattern_hash, pattern, history, row_hash }: PatternRow): StoredPattern {
  verifyRow(`the error pattern ${pattern_hash}`, [project_id, pattern_hash, pattern, history], row_hash);
  return { pattern: JSON.parse(pattern), history: JSON.parse(history) };
}
