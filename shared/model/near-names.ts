/** The known names that a mistyped one was probably meant to be, nearest first, at most three. */
export function nearNames(name: string, known: readonly string[]): string[] {
  // Longer ones are no typing mistakes, and the distance takes quadratic time.
  if (name.length > 100) return [];
  const wanted = name.toLowerCase();
  // Of a short name half is another name, and every letter more is one that must be added.
  const most = (candidate: string): number =>
    Math.min(
      Math.max(2, Math.floor(candidate.length / 4)),
      Math.floor(Math.max(name.length, candidate.length) / 2),
    );
  return known
    .filter(candidate => Math.abs(candidate.length - name.length) <= most(candidate))
    .map(candidate => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= most(candidate))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** What is said of a name that is not known, with the known one that was probably meant. */
export function withNearest(message: string, name: string, known: readonly string[]): string {
  const [near] = nearNames(name, known);
  return near === undefined ? message : `${message}; did you mean "${near}"?`;
}

/** Levenshtein distance: how many letters must be added, removed or changed. */
function editDistance(left: string, right: string): number {
  // Not by units of UTF-16, of which some characters have two.
  const rightChars = [...right];
  let previous = Array.from({ length: rightChars.length + 1 }, (_, index) => index);
  for (const [row, leftChar] of [...left].entries()) {
    const current = [row + 1];
    for (const [column, rightChar] of rightChars.entries()) {
      const changed = (previous[column] ?? 0) + (leftChar === rightChar ? 0 : 1);
      current.push(Math.min(changed, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[rightChars.length] ?? 0;
}
