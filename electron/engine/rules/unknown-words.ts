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
  const found = unreadable.find(problem => idOfFile(problem) === id);
  return found === undefined ? `there is no ${what} "${id}"` : unreadableWords(what, found);
}

/** What cannot be read, where in its file, and why. */
export function unreadableWords(what: string, problem: FileProblem): string {
  const { file, line, column, reason } = problem;
  const place = [file, line, column].filter(part => part !== undefined).join(':');
  return `the ${what} "${idOfFile(problem)}" cannot be read: ${place}: ${reason}`;
}

/** The id that the definition of a file has. */
export const idOfFile = ({ file }: FileProblem): string =>
  file.slice(file.lastIndexOf('/') + 1).replace(/\.json$/, '');
