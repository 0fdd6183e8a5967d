import { createWordIndexChange, type IndexedChunk } from '../../full-text/word-index.ts';
import { prepare, type WritableDatabase } from '../sqlite.ts';

/** The word index of all collections in one table, in place of an FTS5 table for each. */
const schema = `
ALTER TABLE collection ADD COLUMN indexed_chunks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE collection ADD COLUMN indexed_terms INTEGER NOT NULL DEFAULT 0;

CREATE TABLE posting (
  collection_id INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
  term TEXT NOT NULL,
  first INTEGER NOT NULL,
  postings BLOB NOT NULL,
  PRIMARY KEY (collection_id, term, first)
) STRICT, WITHOUT ROWID;
`;

/** Chunks whose words are written at once. */
const chunksTogether = 5000;

export function wordIndexMigration(database: WritableDatabase): void {
  database.exec(schema);
  // Integer primary keys.
  const collections = prepare<number>(database, 'SELECT id FROM collection').pluck().all();
  for (const collection of collections) {
    indexChunks(database, collection);
    database.exec(`DROP TABLE IF EXISTS chunk_text_${collection}`);
  }
}

function indexChunks(database: WritableDatabase, collectionId: number): void {
  const sql = `SELECT chunk.id, chunk.title, content FROM chunk JOIN document ON document.id = chunk.document_id
    WHERE collection_id = ? AND chunk.id > ? ORDER BY chunk.id LIMIT ${chunksTogether}`;
  const change = createWordIndexChange();
  for (let after = 0; ; ) {
    // The columns are the ones of the interface.
    const chunks = prepare<IndexedChunk>(database, sql).all(collectionId, after);
    for (const chunk of chunks) change.add(chunk);
    for (const _ of change.apply(database, collectionId));
    const last = chunks.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
