import { withNearest } from '../../model/near-names.ts';
import type { FileProblem } from '../../model/problem.ts';

/** A file of which not all may act: something in it came after the user trusted the project. */
export interface WithheldFile extends FileProblem {
  readonly isWithheld: true;
}

export type UnreadableFile = FileProblem | WithheldFile;

/** Files of definitions that are there and could not be read, or may not act. */
export interface UnreadableFiles {
  readonly engines: readonly UnreadableFile[];
  readonly memories: readonly UnreadableFile[];
}

export const noUnreadable: UnreadableFiles = { engines: [], memories: [] };

/** Of many names that are not known only the first are compared with all that are, which takes its time. */
export const mostSuggested = 3;

/**
 * Why a definition is not known: nobody made it, or its file cannot be read, which is another thing to mend.
 * The file's name is the id. `known`: ids of which the nearest may have been meant.
 */
export function unknownWords(
  what: string,
  id: string,
  unreadable: readonly UnreadableFile[],
  known: readonly string[] = [],
): string {
  const found = unreadable.find(problem => idOfFile(problem) === id);
  return found === undefined
    ? withNearest(`there is no ${what} "${id}"`, id, known)
    : unreadableWords(what, found);
}

/** What cannot be read, where in its file, and why. */
export function unreadableWords(what: string, problem: UnreadableFile): string {
  const { file, line, column, reason } = problem;
  if (isWithheld(problem)) return `the ${what} "${idOfFile(problem)}" is withheld: ${reason}`;
  const place = [file, line, column].filter(part => part !== undefined).join(':');
  return `the ${what} "${idOfFile(problem)}" cannot be read: ${place}: ${reason}`;
}

/** The id that the definition of a file has. */
export const idOfFile = ({ file }: FileProblem): string =>
  file.slice(file.lastIndexOf('/') + 1).replace(/\.json$/, '');

export const isWithheld = (problem: UnreadableFile): problem is WithheldFile =>
  'isWithheld' in problem && problem.isWithheld;
