/** What is kept of the prompts of a conversation, so that the next one begins as they did. */
export const promptPrefixMigration = `
CREATE TABLE prompt_prefix (
  conversation_id TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  settings TEXT NOT NULL,
  state TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (conversation_id, settings)
) STRICT, WITHOUT ROWID;
`;
