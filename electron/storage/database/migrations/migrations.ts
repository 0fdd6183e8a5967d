import type { WritableDatabase } from '../sqlite.ts';
import { contentMigration } from './001-content.ts';
import { retrievalMigration } from './002-retrieval.ts';
import { documentSyncMigration } from './003-document-sync.ts';
import { cleanScanMigration } from './004-clean-scan.ts';
import { ledgerMigration } from './005-ledger.ts';
import { handoffMigration } from './006-handoff.ts';
import { conversationsMigration } from './007-conversations.ts';
import { chunkSourceMigration } from './008-chunk-source.ts';
import { wordIndexMigration } from './009-word-index.ts';
import { staleScansMigration } from './010-stale-scans.ts';
import { packedChunksMigration } from './011-packed-chunks.ts';
import { graphBoundsMigration } from './012-graph-bounds.ts';
import { ledgerIndexMigration } from './013-ledger-index.ts';
import { doneWritesMigration } from './014-done-writes.ts';
import { flightsMigration } from './015-flights.ts';
import { messageIdsMigration } from './016-message-ids.ts';
import { conversationSourcesMigration } from './017-conversation-sources.ts';
import { fitSummariesMigration } from './018-fit-summaries.ts';
import { promptPrefixMigration } from './019-prompt-prefix.ts';
import { recordingsMigration } from './020-recordings.ts';

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
