import { AppError } from '../../../shared/contract/errors.ts';
import { sha256 } from '../files/read-text-file.ts';

/** SHA-256 over what a row says. SQLite alone lets every sixth damage of its file pass unnoticed (F5). */
export function rowHash(fields: readonly (string | number | null)[]): string {
  return sha256(JSON.stringify(fields));
}

/** Refuses to serve a row that is not what was written (F5). */
export function verifyRow(what: string, fields: readonly (string | number | null)[], hash: string): void {
  if (rowHash(fields) !== hash) throw damagedRow(what);
}

/** The error for what is not as it was written. */
export function damagedRow(what: string): AppError {
  return new AppError('storage_failed', `${what} is damaged in weft.sqlite; store it again from its source`);
}
