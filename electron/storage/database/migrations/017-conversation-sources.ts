/** What a conversation was imported from, so that it can be given back as it came: its entries, and what was around them. */
export const conversationSourcesMigration = `
CREATE TABLE conversation_frame (
  conversation_id TEXT PRIMARY KEY REFERENCES conversation (id) ON DELETE CASCADE,
  shape TEXT NOT NULL,
  frame TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE conversation_source (
  conversation_id TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  entry INTEGER NOT NULL,
  position INTEGER,
  source TEXT NOT NULL,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (conversation_id, entry)
) STRICT, WITHOUT ROWID;
`;
