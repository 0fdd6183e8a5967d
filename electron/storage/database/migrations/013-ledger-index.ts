/** The ledger's index as it is opened: its items in parts, and its words. All of it can be made again of the records. */
export const ledgerIndexMigration = `
CREATE TABLE ledger_index_part (
  number INTEGER PRIMARY KEY,
  generation INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  record_number INTEGER NOT NULL,
  items BLOB NOT NULL
) STRICT;

CREATE TABLE ledger_index_word (
  stem TEXT NOT NULL,
  number INTEGER NOT NULL,
  postings BLOB NOT NULL,
  PRIMARY KEY (stem, number)
) STRICT, WITHOUT ROWID;
`;
