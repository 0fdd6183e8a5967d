import type { FileProblem } from '../../../shared/model/problem.ts';

/** Files of definitions that are there and could not be read (F11). */
export interface UnreadableFiles {
  readonly engines: readonly FileProblem[];
  readonly memories: readonly FileProblem[];
}

export const noUnreadable: UnreadableFiles = { engines: [], memories: [] };

/**
 * Why a definition is not known (A1, A2): nobody made it, or its file cannot be read, which is another thing to mend.
 * The file's name is the id (M1).
 */
export function unknownWords(what: string, id: string, unreadable: readonly FileProblem[]): string {
  const found = unreadable.find(({ file }) => file.endsWith(`/${id}.json`));
  if (found === undefined) return `there is no ${what} "${id}"`;
  const { file, line, column, reason } = found;
  const place = [file, line, column].filter(part => part !== undefined).join(':');
  return `the ${what} "${id}" cannot be read: ${place}: ${reason}`;
}
