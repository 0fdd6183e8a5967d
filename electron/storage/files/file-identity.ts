import { statSync } from 'node:fs';
import { AppError } from '../../../shared/contract/errors.ts';

/** Which file or folder stands at a path, whatever it holds; undefined where none does. */
export function identityAt(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && identityOf(found);
}

/** Which file or folder it is, among all of this machine that are there at one time. */
export const identityOf = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string =>
  `${dev}:${ino}`;

/**
 * Notes which files stand at these paths now, and says later whether the same ones still do. Who holds a file open
 * writes on into it, wherever it was moved, and even when it has no name any more.
 */
export function noteIdentities(paths: readonly string[]): () => boolean {
  const noted = paths.map(identityAt);
  return () => paths.every((path, index) => identityAt(path) === noted[index]);
}

/** As in "/projects/one is not ...". */
export const movedReason =
  'is not the folder that was opened any more: it was moved, deleted or replaced, so nothing is stored there; put it back, or open the project where it is now';

/** What stands at the path is not what was opened; whoever has it open writes no more, and says so. */
export function movedError(path: string): AppError {
  return new AppError('storage_failed', `${path} ${movedReason}`, { moved: path });
}
