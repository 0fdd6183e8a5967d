/** Summaries that stand in fitted requests of a conversation which a caller keeps itself; the same texts are told by the same bytes. */
export const fitSummariesMigration = `
CREATE TABLE fit_summary (
  conversation_id TEXT NOT NULL,
  told_hash TEXT NOT NULL,
  summary TEXT NOT NULL,
  made_at TEXT NOT NULL,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (conversation_id, told_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX fit_summary_by_time ON fit_summary (made_at);
`;
