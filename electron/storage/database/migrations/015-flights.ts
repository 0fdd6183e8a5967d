/** Sessions of coding agents and what happened in them. */
export const flightsMigration = `
CREATE TABLE flight (
  session_id TEXT PRIMARY KEY,
  header TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX flight_by_time ON flight (updated_at);

CREATE TABLE flight_entry (
  session_id TEXT NOT NULL REFERENCES flight (session_id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  entry TEXT NOT NULL,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (session_id, position)
) STRICT, WITHOUT ROWID;
`;
