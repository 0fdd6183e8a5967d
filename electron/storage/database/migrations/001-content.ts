/** Documents, their chunks, key-values and the studio's draft. Full-text tables are made per collection (search). */
export const contentMigration = `
CREATE TABLE collection (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE document (
  id TEXT PRIMARY KEY,
  collection_id INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  title TEXT NOT NULL,
  trust TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  updated_at TEXT NOT NULL,
  row_hash TEXT NOT NULL,
  UNIQUE (collection_id, path)
) STRICT;

CREATE TABLE chunk (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  chars4 INTEGER NOT NULL,
  o200k_base INTEGER NOT NULL,
  row_hash TEXT NOT NULL,
  UNIQUE (document_id, ordinal)
) STRICT;

CREATE TABLE key_value (
  instance TEXT NOT NULL,
  namespace TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  trust TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (instance, namespace, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE draft (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  value TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT;
`;
