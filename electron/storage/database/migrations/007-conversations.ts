/** Conversations with their messages and summaries; topics and entities; compiled texts; where users are. */
export const conversationsMigration = `
CREATE TABLE conversation (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  format TEXT NOT NULL,
  messages INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  first_at TEXT,
  last_at TEXT,
  content_hash TEXT NOT NULL,
  trust TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE message (
  conversation_id TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  id TEXT NOT NULL,
  role TEXT NOT NULL,
  author TEXT NOT NULL,
  parts TEXT NOT NULL,
  created_at TEXT,
  chars4 INTEGER NOT NULL,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (conversation_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE compaction (
  conversation_id TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  from_position INTEGER NOT NULL,
  to_position INTEGER NOT NULL,
  level INTEGER NOT NULL,
  summarizer TEXT NOT NULL,
  target_tokens INTEGER NOT NULL,
  range_hash TEXT NOT NULL,
  original_tokens INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  summary TEXT NOT NULL,
  notes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (conversation_id, from_position, to_position, level, summarizer, target_tokens)
) STRICT, WITHOUT ROWID;

CREATE TABLE profile (
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE bundle (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  key TEXT NOT NULL,
  text TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  composition TEXT NOT NULL,
  version INTEGER NOT NULL,
  dirty INTEGER NOT NULL,
  priority REAL NOT NULL,
  compiled_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  row_hash TEXT NOT NULL,
  last_used_at TEXT,
  uses INTEGER NOT NULL DEFAULT 0,
  hits INTEGER NOT NULL DEFAULT 0,
  misses INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE presence (
  device_id TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  heartbeat_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
