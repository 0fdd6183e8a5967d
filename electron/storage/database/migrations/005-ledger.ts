/** The ledger: decisions and entries as they were written, what became of them, and what came with them from disk. */
export const ledgerMigration = `
CREATE TABLE ledger_record (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  record TEXT NOT NULL,
  trust TEXT NOT NULL,
  index_row TEXT,
  revision INTEGER NOT NULL,
  row_hash TEXT NOT NULL,
  UNIQUE (kind, id)
) STRICT;
CREATE INDEX ledger_record_revision ON ledger_record (revision, number);

CREATE TABLE ledger_status (
  number INTEGER PRIMARY KEY,
  decision_id TEXT NOT NULL,
  change TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_status_of_decision ON ledger_status (decision_id, number);

CREATE TABLE ledger_graph (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  record TEXT NOT NULL,
  is_in_graph INTEGER NOT NULL,
  row_hash TEXT NOT NULL,
  UNIQUE (kind, id)
) STRICT;

CREATE TABLE ledger_file (
  path TEXT PRIMARY KEY,
  content BLOB NOT NULL,
  content_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
