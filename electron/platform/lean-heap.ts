import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * For a process that serves for days: what is garbage is collected before the heap takes more of the machine. Left to
 * itself V8 keeps 100 MB for young objects while requests come, which none of them needs, and lets as much garbage wait
 * among the old ones. Both settings are read at each collection, so they count from now on, in all threads. What it
 * saves and costs is in docs/quality.md.
 */
export function keepHeapLean(): void {
  // Chromium locks the settings once they were read.
  if (process.versions.electron !== undefined) return;
  // The space for young objects stays as large as it became while the program was loaded.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Old objects may become twice as many as were left by the last collection.
  setFlagsFromString('--heap-growing-percent=100');
}

/** Gives back to the machine what is garbage by now. Takes a twentieth of a second, in which nothing else runs. */
export function emptyHeap(): void {
  if (process.versions.electron !== undefined) return;
  // Where it was not asked for when the program was started, only a context made afterwards has it.
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', flavor: 'last-resort' });
}
