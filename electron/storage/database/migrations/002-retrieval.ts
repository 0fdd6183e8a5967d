/** Embeddings, who says a chunk, versions of what is stored, the event log and the knowledge graph. */
export const retrievalMigration = `
ALTER TABLE collection ADD COLUMN embedder TEXT;
ALTER TABLE chunk ADD COLUMN speaker TEXT;
ALTER TABLE chunk ADD COLUMN embed_hash TEXT;

CREATE TABLE embedding (
  embedder TEXT NOT NULL,
  text_hash TEXT NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (embedder, text_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE content_version (
  scope TEXT PRIMARY KEY,
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
  position INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  instance TEXT NOT NULL,
  stream TEXT NOT NULL,
  type TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  content TEXT NOT NULL,
  data TEXT NOT NULL,
  trust TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT;
CREATE INDEX event_newest ON event (instance, timestamp, position);
CREATE INDEX event_newest_of_type ON event (instance, type, timestamp, position);
CREATE INDEX event_newest_of_stream ON event (instance, stream, timestamp, position);

CREATE TABLE graph_node (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  attributes TEXT NOT NULL,
  valid_from TEXT,
  valid_to TEXT,
  trust TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT;
CREATE INDEX graph_node_of_kind ON graph_node (kind, id);

CREATE TABLE graph_edge (
  from_id TEXT NOT NULL REFERENCES graph_node (id) ON DELETE CASCADE,
  relation TEXT NOT NULL,
  to_id TEXT NOT NULL REFERENCES graph_node (id) ON DELETE CASCADE,
  attributes TEXT NOT NULL,
  valid_from TEXT,
  valid_to TEXT,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (from_id, relation, to_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX graph_edge_back ON graph_edge (to_id, relation, from_id);

CREATE TABLE graph_view (
  id TEXT PRIMARY KEY,
  definition TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT;
`;
