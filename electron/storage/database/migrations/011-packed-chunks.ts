import { packChunk, type ShownChunk } from '../../documents/packed-chunk.ts';
import { embeddingKey } from '../../embeddings/embedding-table.ts';
import { rowHash } from '../row-hash.ts';
import { prepare, type WritableDatabase } from '../sqlite.ts';

/** What a context shows of a chunk is one text. */
const schema = `
DROP INDEX chunk_scan;
ALTER TABLE chunk RENAME TO old_chunk;
CREATE TABLE chunk (
  id INTEGER PRIMARY KEY,
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  packed TEXT NOT NULL,
  clean_under INTEGER,
  speaker TEXT,
  embed_hash TEXT NOT NULL,
  UNIQUE (document_id, ordinal)
) STRICT;
CREATE INDEX chunk_scan ON chunk (clean_under) WHERE clean_under IS NOT NULL;
`;

/** A chunk as its columns said it. */
interface OldChunk {
  readonly id: number;
  readonly document_id: string;
  readonly ordinal: number;
  readonly collection: string;
  readonly path: string;
  readonly trust: ShownChunk['trust'];
  readonly updated_at: string;
  readonly title: string;
  readonly content: string;
  readonly chars4: number;
  readonly o200k_base: number;
  readonly clean_under: number | null;
  readonly row_hash: string;
  readonly speaker: string | null;
  readonly embed_hash: string | null;
}

/** Chunks that are in memory at once. */
const chunksTogether = 1000;

export function packedChunksMigration(database: WritableDatabase): void {
  database.exec(schema);
  // Damage may have taken the document of one: what nobody can name is not kept.
  const select = prepare<OldChunk>(
    database,
    `SELECT old_chunk.* FROM old_chunk JOIN document ON document.id = document_id
     WHERE old_chunk.id > ? ORDER BY old_chunk.id LIMIT ${chunksTogether}`,
  );
  for (let after = 0; ; ) {
    const chunks = select.all(after);
    for (const chunk of chunks) insert(database, chunk);
    const last = chunks.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  database.exec('DROP TABLE old_chunk');
}

function insert(database: WritableDatabase, chunk: OldChunk): void {
  const { id, document_id, ordinal, clean_under, speaker } = chunk;
  const content = String(chunk.content);
  const embedHash = chunk.embed_hash ?? embeddingKey(content);
  prepare(
    database,
    `INSERT INTO chunk (id, document_id, ordinal, packed, clean_under, speaker, embed_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(id, document_id, ordinal, pack(chunk), clean_under, speaker, embedHash);
}

/** What was damaged before stays known as damaged: only what verifies gets a new hash. */
function pack(chunk: OldChunk): string {
  const { collection, path, trust, updated_at, title, content, chars4, o200k_base, clean_under } = chunk;
  const guarded = [collection, path, trust, updated_at, title, content, chars4, o200k_base, clean_under];
  if (rowHash(guarded) !== chunk.row_hash) return '';
  const place = { id: chunk.id, documentId: chunk.document_id, ordinal: chunk.ordinal, collection, path };
  return packChunk({
    ...place,
    trust,
    updatedAt: updated_at,
    title,
    content,
    chars4,
    o200k_base,
    cleanUnder: clean_under,
  });
}
