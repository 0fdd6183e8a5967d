import { existsSync } from 'node:fs';

/** Where the thread's program is: beside the bundled code, or in the source tree; undefined when there is none. */
export function findBulkProgram(): URL | undefined {
  const places = ['./workers/bulk-worker.js', '../workers/bulk-worker.js', '../../workers/bulk-worker.ts'];
  return places.map(place => new URL(place, import.meta.url)).find(place => existsSync(place));
}
