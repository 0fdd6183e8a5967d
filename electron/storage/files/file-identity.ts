import { statSync } from 'node:fs';

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
export function noteFiles(paths: readonly string[]): () => boolean {
  const noted = paths.map(identityAt);
  return () => paths.every((path, index) => identityAt(path) === noted[index]);
}
