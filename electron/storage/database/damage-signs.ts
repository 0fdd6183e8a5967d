import { errorCode } from '../storage-failure.ts';
import { DamagedRow } from './row-hash.ts';

/** What SQLite says where it meets damage. Constraints are our own, so what contradicts them is no user's doing. */
const signsOfDamage = /^SQLITE_(?:CORRUPT.*|NOTADB|ERROR|CONSTRAINT.*)$/;

/** Whether an error says that the database is damaged, as far as SQLite or the hash of a row can tell. */
export const isSignOfDamage = (error: unknown): boolean =>
  error instanceof DamagedRow || signsOfDamage.test(errorCode(error) ?? '');
