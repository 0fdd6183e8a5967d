import { subscribe } from '../api/events.ts';
import type { ProjectPart } from './live-reading.ts';
import { mostDelay, typingMs } from './preview-delay.ts';
import { createSettling } from './settling.ts';

/** What no assembly reads, or the documents tell of. All else, stored content and who may read it how, it does. */
const notRead: ReadonlySet<ProjectPart> = new Set([
  'opened',
  'samples',
  'tests',
  'layouts',
  'contracts',
  'backups',
  'flights',
  'recordings',
]);

/** So long after a piece of news there has to be none, and so old may what is shown become where they come without a pause. */
const newsTimes = { pauseMs: typingMs, mostMs: mostDelay(typingMs) };

interface StoredNews {
  /** What came until now is known by what begins now. */
  readonly known: () => void;
  readonly stop: () => void;
}

/** Calls `take` when what assemblies read has changed and settled: agents who post many times a second are as one who types. */
export function followStored(take: () => void, times = newsTimes): StoredNews {
  const settling = createSettling(times);
  const stop = subscribe(event => {
    if (event.event === 'project:changed' && !notRead.has(event.what)) settling.later(take);
  });
  const known = () => settling.forget(take);
  return {
    known,
    stop() {
      known();
      stop();
    },
  };
}
