/** Folders of the project, relative to it, that collections are kept in step with. */
export const documentSyncMigration = `
CREATE TABLE document_sync (
  collection TEXT PRIMARY KEY,
  folder TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
