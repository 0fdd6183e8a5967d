/** The known names that a mistyped one was probably meant to be, nearest first, at most three. */
export function nearNames(name: string, known: readonly string[]): string[] {
  // Longer ones are no typing mistakes, and the distance takes quadratic time.
  if (name.length > 100) return [];
  const wanted = lettersOf(name);
  // Of a short name half is another name, and every letter more is one that must be added.
  const most = (candidate: string): number =>
    Math.min(
      Math.max(2, Math.floor(candidate.length / 4)),
      Math.floor(Math.max(name.length, candidate.length) / 2),
    );
  return known
    .filter(candidate => Math.abs(candidate.length - name.length) <= most(candidate))
    .map(candidate => ({
      candidate,
      distance: editDistance(wanted, lettersOf(candidate), most(candidate)),
    }))
    .filter(({ candidate, distance }) => distance <= most(candidate))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/**
 * What is said of a name that is not known, with the known one that was probably meant; `otherwise`: what to do where
 * none is near.
 */
export function withNearest(
  message: string,
  name: string,
  known: readonly string[],
  otherwise?: string,
): string {
  const [near] = nearNames(name, known);
  if (near !== undefined) return `${message}; did you mean "${near}"?`;
  return otherwise === undefined ? message : `${message}; ${otherwise}`;
}

/** Not units of UTF-16, of which some characters have two. */
const lettersOf = (text: string): number[] =>
  [...text.toLowerCase()].map(letter => letter.codePointAt(0) ?? 0);

/** Levenshtein distance: how many letters must be added, removed or changed; where it is more than `most`, only that. */
function editDistance(left: readonly number[], right: readonly number[], most: number): number {
  const row = [0, ...right.map((_, index) => index + 1)];
  for (let down = 0; down < left.length; down += 1) {
    let before = down;
    let current = down + 1;
    row[0] = current;
    let least = current;
    for (let across = 0; across < right.length; across += 1) {
      const above = row[across + 1] ?? 0;
      current = Math.min(before + (left[down] === right[across] ? 0 : 1), above + 1, current + 1);
      row[across + 1] = current;
      least = Math.min(least, current);
      before = above;
    }
    // No later row has less.
    if (least > most) return least;
  }
  return row[right.length] ?? 0;
}
