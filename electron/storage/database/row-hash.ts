import { AppError } from '../../../shared/contract/errors.ts';
import { sha256 } from '../files/read-text-file.ts';
import { errorCode } from '../storage-failure.ts';

/**
 * SHA-256 over what a row says. SQLite alone lets every sixth damage of its file pass unnoticed. Texts count as they
 * are read back: UTF-8 has no half characters, so one that a cut emoji left is stored as U+FFFD, which is no damage.
 */
export function rowHash(fields: readonly (string | number | null)[]): string {
  const said = JSON.stringify(fields);
  // That is how JSON writes half a character; the look for it costs nothing beside the hash.
  return sha256(said.includes('\\ud') ? JSON.stringify(fields.map(asStored)) : said);
}

function asStored(field: string | number | null): string | number | null {
  return typeof field === 'string' ? field.replace(/\p{Surrogate}/gu, '\uFFFD') : field;
}

/** Refuses to serve a row that is not what was written. */
export function verifyRow(what: string, fields: readonly (string | number | null)[], hash: string): void {
  if (rowHash(fields) !== hash) throw damagedRow(what);
}

/** What Weft wrote as JSON into a row, once its hash has held: the one place where stored JSON gets its type. */
export const parseStored = <Value>(text: string): Value => JSON.parse(text) as Value;

/** A row that is not as it was written. SQLite does not see it, so that who reads it has to tell. */
export class DamagedRow extends AppError {
  /** What the row is to a user, where that is known. */
  readonly what: string | undefined;

  constructor(message: string, what?: string) {
    super('storage_failed', message);
    this.what = what;
  }
}

export function damagedRow(what: string): DamagedRow {
  const todo = 'the next write brings it back from the newest backup that has it, or says that it is gone';
  return new DamagedRow(`${what} is damaged in weft.sqlite; ${todo}`, what);
}

/** What SQLite says where it meets damage. Constraints are our own, so what contradicts them is no user's doing. */
const signsOfDamage = /^SQLITE_(?:CORRUPT.*|NOTADB|ERROR|CONSTRAINT.*)$/;

/** Whether an error says that the database is damaged, as far as SQLite or the hash of a row can tell. */
export const isSignOfDamage = (error: unknown): boolean =>
  error instanceof DamagedRow || signsOfDamage.test(errorCode(error) ?? '');
