import { join } from 'node:path';
import { inStretches } from '../../../shared/stretches.ts';
import { judgeTarget } from '../files/plain-target.ts';
import { createPause } from '../pause.ts';
import { hasLostAll } from '../salvage/repair-database.ts';
import { hasTornLog } from '../salvage/write-ahead-log.ts';
import { isSchemaSound, schemaVersion } from './migrate.ts';
import { openReadable } from './open-sqlite.ts';
import { noteDatabaseFiles } from './placed-files.ts';
import type { ReadableDatabase } from './sqlite.ts';

/** A reading connection. */
export interface Reader {
  readonly database: ReadableDatabase;
  /** False when other files stand where those that it reads stood, or none. */
  readonly isInPlace: () => boolean;
}

/** Opens a project's database for reading, which needs no lock; undefined where nothing was ever stored. */
export async function openForReading(root: string, file: string): Promise<Reader | 'damaged' | undefined> {
  const path = join(root, file);
  if ((await judgeTarget({ root, path })) === undefined) return undefined;
  // SQLite would read up to the damage, and answer as if nothing had been committed after it.
  if (await showsTornLog(path)) return 'damaged';
  const database = await openReadable(path, root);
  // A process that died while creating it leaves a database without tables: nothing was stored yet.
  const state = isSchemaSound(database) ? (schemaVersion(database) === 0 ? 'empty' : 'sound') : 'damaged';
  if (state === 'sound') return { database, isInPlace: noteDatabaseFiles(path).isInPlace };
  database.close();
  return state === 'damaged' || (await hasLostAll(root, path)) ? 'damaged' : undefined;
}

/** Only what is seen twice counts: another process may be writing the log that is read here. */
const showsTornLog = async (path: string): Promise<boolean> =>
  (await inStretches(hasTornLog(path), createPause())) &&
  (await inStretches(hasTornLog(path), createPause()));
