import { cleanUnder, redactionVersion } from '../../../shared/redaction/redact.ts';
import { createSerialQueue } from '../../../shared/serial-queue.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { raiseVersion } from '../../storage/database/content-version.ts';
import { beforeStaleScans, rescanChunks, staleScans } from '../../storage/documents/rescan-chunks.ts';
import type { EventHub } from '../project/event-hub.ts';
import type { OpenProject } from '../project/project.ts';
import type { Logger } from '../project/world.ts';

/** Chunks judged in one transaction: who else writes waits no longer than for that. */
const sliceChunks = 500;

/**
 * Judges chunks that were clean under older patterns by those of this program, so that what is clean need not be scanned
 * in each assembly. In slices with pauses; cancelled, what was judged stays judged, and the next time the rest is.
 * Where nothing is stale nothing is written. Resolves to how many chunks were looked at.
 */
export async function rescanDocuments(content: ContentDatabase, isCancelled: () => boolean): Promise<number> {
  let after = beforeStaleScans;
  let count = 0;
  while (!isCancelled()) {
    const from = after;
    const stale = await content.read(
      database => staleScans(database, redactionVersion, from, sliceChunks),
      [],
    );
    const last = stale.at(-1);
    if (last === undefined) break;
    await content.writeInSteps(database => rescanChunks(database, stale, cleanUnder), isCancelled);
    after = last;
    count += stale.length;
  }
  // What is kept in memory of documents is read again.
  if (count > 0 && !isCancelled()) await content.write(database => raiseVersion(database, 'documents'));
  return count;
}

/** Scans of one open project, kept at this program's patterns. */
interface ScanKeeper {
  /** Begins a round, if the project is trusted: what is not ours stays as it is. */
  start(): void;
  /** Stops and waits for what is being written. */
  close(): Promise<void>;
}

/** Keeps the scans of a project: when told to start, and after each import. It never fails; what went wrong is logged. */
export function keepScans(project: OpenProject, events: EventHub, logger: Logger): ScanKeeper {
  const oneAfterTheOther = createSerialQueue();
  const state = { isClosed: false };
  const round = async (): Promise<void> => {
    try {
      if (!state.isClosed && project.trust.isTrusted())
        await rescanDocuments(project.content, () => state.isClosed);
    } catch (error) {
      if (!state.isClosed) logger.warn('stored documents could not be scanned', { error: String(error) });
    }
  };
  const start = (): void => void oneAfterTheOther(round);
  const stop = events.subscribe(event => {
    if (event.event === 'project:changed' && event.what === 'documents') start();
  });
  return {
    start,
    async close() {
      state.isClosed = true;
      stop();
      await oneAfterTheOther(async () => {});
    },
  };
}
