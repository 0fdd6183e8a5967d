/**
 * A chunk says itself what a context shows of its document, under its own hash. What was damaged before stays known as
 * damaged: only a row that verifies, of a document that does, gets a new hash.
 */
export const chunkSourceMigration = `
ALTER TABLE chunk ADD COLUMN collection TEXT NOT NULL DEFAULT '';
ALTER TABLE chunk ADD COLUMN path TEXT NOT NULL DEFAULT '';
ALTER TABLE chunk ADD COLUMN trust TEXT NOT NULL DEFAULT '';
ALTER TABLE chunk ADD COLUMN updated_at TEXT NOT NULL DEFAULT '';

UPDATE chunk SET collection = source.collection, path = source.path, trust = source.trust, updated_at = source.updated_at,
  row_hash = CASE WHEN source.is_sound AND row_hash = CASE WHEN clean_under IS NULL
      THEN hash_row(title, content, chars4, o200k_base)
      ELSE hash_row(title, content, chars4, o200k_base, clean_under) END
    THEN hash_row(source.collection, source.path, source.trust, source.updated_at, title, content, chars4, o200k_base, clean_under)
    ELSE '' END
FROM (SELECT document.id, collection.name AS collection, path, trust, updated_at,
    row_hash = hash_row(collection.name, path, trust, updated_at) AS is_sound
  FROM document JOIN collection ON collection.id = document.collection_id) AS source
WHERE source.id = chunk.document_id;

ALTER TABLE document DROP COLUMN row_hash;
`;
