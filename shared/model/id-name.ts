/** What an id is written with; `isId` also refuses names of devices. */
export const idPattern = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/;
const windowsDevices = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** True for an id that can also be a file name on every platform. */
export function isId(value: string): boolean {
  return idPattern.test(value) && !windowsDevices.test(value);
}

/** Words that stand in a path of the REST door where an engine's id does: an engine called so could not be reached there. */
export const pathWords: readonly string[] = ['evaluate', 'variables'];

export const isPathWord = (id: string): boolean => pathWords.includes(id.toLowerCase());

export const reservedIdReason =
  'is a word of a path, so that the engine could not be read over REST; put "engine-" before it';

/**
 * Turns a display name into a valid id, e.g. "Planning rules" to `planning-rules`. Falls back to `fallback`.
 * A word of a path gets the fallback before it: "Variables" becomes `engine-variables`.
 */
export function idFromName(name: string, fallback: string): string {
  const id = name
    .normalize('NFKD')
    // A letter loses its marks and stays one; "ß" has no other form.
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/-+$/, '');
  if (isPathWord(id)) return `${fallback}-${id}`;
  return isId(id) ? id : fallback;
}

/** Mints ids like names, one after the other and none of them twice; upper and lower case count as the same. */
export function createMint(takenIds: Iterable<string>): (name: string, fallback: string) => string {
  const taken = new Set([...takenIds].map(id => id.toLowerCase()));
  // Numbers below were taken before: of thousands of one name, each would try all.
  const nextNumbers = new Map<string, number>();
  return (name, fallback) => {
    const base = idFromName(name, fallback);
    let id = base;
    for (let number = nextNumbers.get(base) ?? 2; taken.has(id.toLowerCase()); number += 1) {
      id = withNumber(base, number);
      nextNumbers.set(base, number + 1);
    }
    taken.add(id.toLowerCase());
    return id;
  };
}

/** At most 64 characters, and no dash before the dash. */
function withNumber(base: string, number: number): string {
  const suffix = `-${number}`;
  return base.slice(0, 64 - suffix.length).replace(/[-_]+$/, '') + suffix;
}
