/** What was answered to writes that came under a key, so that one that comes again is not done again. */
export const doneWritesMigration = `
CREATE TABLE done_write (
  key TEXT PRIMARY KEY,
  result TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
