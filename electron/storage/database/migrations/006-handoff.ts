/** Context packages with their consumers, sessions, error patterns, and what the health monitor knows of sessions. */
export const handoffMigration = `
CREATE TABLE handoff_session (
  session_id TEXT PRIMARY KEY,
  metadata TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE context_package (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL,
  group_id TEXT NOT NULL,
  package_type TEXT NOT NULL,
  file_path TEXT NOT NULL,
  producer_agent TEXT NOT NULL,
  priority TEXT NOT NULL,
  summary TEXT NOT NULL,
  content TEXT,
  size_bytes INTEGER NOT NULL,
  supersedes_id INTEGER REFERENCES context_package (id),
  created_at TEXT NOT NULL,
  trust TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT;
CREATE INDEX context_package_of_session ON context_package (session_id, group_id);
CREATE INDEX context_package_superseding ON context_package (supersedes_id);

CREATE TABLE context_package_consumer (
  package_id INTEGER NOT NULL REFERENCES context_package (id) ON DELETE CASCADE,
  agent_type TEXT NOT NULL,
  iteration INTEGER NOT NULL,
  addressed INTEGER NOT NULL,
  consumed_at TEXT,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (package_id, agent_type, iteration)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE context_package_text USING fts5(
  summary, file_path, content, content='context_package', content_rowid='id'
);

CREATE TABLE error_pattern (
  project_id TEXT NOT NULL,
  pattern_hash TEXT NOT NULL,
  pattern TEXT NOT NULL,
  history TEXT NOT NULL,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (project_id, pattern_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE session_health (
  session_id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
