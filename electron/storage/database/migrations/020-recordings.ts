/** Served requests: counted by their cause, and some of each kept whole. */
export const recordingsMigration = `
CREATE TABLE recording_cause (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  last_at TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX recording_cause_by_time ON recording_cause (last_at);

CREATE TABLE recording (
  cause_id TEXT NOT NULL REFERENCES recording_cause (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  at TEXT NOT NULL,
  body TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (cause_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX recording_by_time ON recording (at, bytes);
`;
