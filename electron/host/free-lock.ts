import { rm } from 'node:fs/promises';
import type { HostPlace } from './host-place.ts';

/**
 * Whether nobody has the lock of the host, so that whoever is announced is gone. It tells that also where its process
 * cannot be seen from here, since it is of another container, or of a machine that had another name.
 */
export async function isNobodyHost(
  { folder, lock }: HostPlace,
  whileNobodyIs: () => Promise<void> = async () => {},
): Promise<boolean> {
  // Loaded here, since who finds a host needs no database.
  const { takeSystemLock } = await import('../storage/database/system-lock.ts');
  // Where no lock can be taken, nothing is known.
  const taken = await takeSystemLock({ root: folder, path: lock }, { patienceMs: 0, pauseMs: 0 }).catch(
    () => undefined,
  );
  if (taken === undefined) return false;
  try {
    await whileNobodyIs();
  } finally {
    taken.release();
  }
  return true;
}

/** Removes what a host has left that is gone; false where one is there. Nobody can become the host meanwhile. */
export const removeLeftFile = (place: HostPlace): Promise<boolean> =>
  isNobodyHost(place, () => rm(place.file, { force: true }));
