import type { WritableDatabase } from '../sqlite.ts';
import { contentMigration } from './001-content.ts';
import { retrievalMigration } from './002-retrieval.ts';
import { handoffMigration } from './006-handoff.ts';
import { conversationsMigration } from './007-conversations.ts';
import { wordIndexMigration } from './009-word-index.ts';
import { packedChunksMigration } from './011-packed-chunks.ts';

/** Folders of the project, relative to it, that collections are kept in step with. */
const documentSyncMigration = `
CREATE TABLE document_sync (
  collection TEXT PRIMARY KEY,
  folder TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Version of the patterns that found no secret in a chunk and what it is shown with; null where that is unknown. */
const cleanScanMigration = `
ALTER TABLE chunk ADD COLUMN clean_under INTEGER;
`;

/** The ledger: decisions and entries as they were written, what became of them, and what came with them from disk. */
const ledgerMigration = `
CREATE TABLE ledger_record (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  record TEXT NOT NULL,
  trust TEXT NOT NULL,
  index_row TEXT,
  revision INTEGER NOT NULL,
  row_hash TEXT NOT NULL,
  UNIQUE (kind, id)
) STRICT;
CREATE INDEX ledger_record_revision ON ledger_record (revision, number);

CREATE TABLE ledger_status (
  number INTEGER PRIMARY KEY,
  decision_id TEXT NOT NULL,
  change TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT;
CREATE INDEX ledger_status_of_decision ON ledger_status (decision_id, number);

CREATE TABLE ledger_graph (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  record TEXT NOT NULL,
  is_in_graph INTEGER NOT NULL,
  row_hash TEXT NOT NULL,
  UNIQUE (kind, id)
) STRICT;

CREATE TABLE ledger_file (
  path TEXT PRIMARY KEY,
  content BLOB NOT NULL,
  content_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/**
 * A chunk says itself what a context shows of its document, under its own hash. What was damaged before stays known as
 * damaged: only a row that verifies, of a document that does, gets a new hash.
 */
const chunkSourceMigration = `
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

/** Finds chunks whose scan is by older patterns without reading the chunks. */
const staleScansMigration = `
CREATE INDEX chunk_scan ON chunk (clean_under) WHERE clean_under IS NOT NULL;
`;

/** Finds the last moment from which the graph shows something else without reading its nodes and edges (`cached`). */
const graphBoundsMigration = `
CREATE INDEX graph_node_from ON graph_node (valid_from) WHERE valid_from IS NOT NULL;
CREATE INDEX graph_node_to ON graph_node (valid_to) WHERE valid_to IS NOT NULL;
CREATE INDEX graph_edge_from ON graph_edge (valid_from) WHERE valid_from IS NOT NULL;
CREATE INDEX graph_edge_to ON graph_edge (valid_to) WHERE valid_to IS NOT NULL;
`;

/** The ledger's index as it is opened: its items in parts, and its words. All of it can be made again of the records. */
const ledgerIndexMigration = `
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

/** What was answered to writes that came under a key, so that one that comes again is not done again. */
const doneWritesMigration = `
CREATE TABLE done_write (
  key TEXT PRIMARY KEY,
  result TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Sessions of coding agents and what happened in them. */
const flightsMigration = `
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

/** Whether an id is taken is asked for each message that is added, and must not take longer in a long conversation. */
const messageIdsMigration = `
CREATE INDEX message_id ON message (conversation_id, id);
`;

/** What a conversation was imported from, so that it can be given back as it came: its entries, and what was around them. */
const conversationSourcesMigration = `
CREATE TABLE conversation_frame (
  conversation_id TEXT PRIMARY KEY REFERENCES conversation (id) ON DELETE CASCADE,
  shape TEXT NOT NULL,
  frame TEXT NOT NULL,
  row_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE conversation_source (
  conversation_id TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  entry INTEGER NOT NULL,
  position INTEGER,
  source TEXT NOT NULL,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (conversation_id, entry)
) STRICT, WITHOUT ROWID;
`;

/** Summaries that stand in fitted requests of a conversation which a caller keeps itself; the same texts are told by the same bytes. */
const fitSummariesMigration = `
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

/** What is kept of the prompts of a conversation, so that the next one begins as they did. */
const promptPrefixMigration = `
CREATE TABLE prompt_prefix (
  conversation_id TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  settings TEXT NOT NULL,
  state TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  row_hash TEXT NOT NULL,
  PRIMARY KEY (conversation_id, settings)
) STRICT, WITHOUT ROWID;
`;

/** Served requests: counted by their cause, and some of each kept whole. */
const recordingsMigration = `
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

/** A step to the next schema: SQL, or what has to be computed. */
export type Migration = string | ((database: WritableDatabase) => void);

/** In order; the schema's version is how many of them a database has seen. Released ones are never changed. */
export const migrations: readonly Migration[] = [
  contentMigration,
  retrievalMigration,
  documentSyncMigration,
  cleanScanMigration,
  ledgerMigration,
  handoffMigration,
  conversationsMigration,
  chunkSourceMigration,
  wordIndexMigration,
  staleScansMigration,
  packedChunksMigration,
  graphBoundsMigration,
  ledgerIndexMigration,
  doneWritesMigration,
  flightsMigration,
  messageIdsMigration,
  conversationSourcesMigration,
  fitSummariesMigration,
  promptPrefixMigration,
  recordingsMigration,
];
