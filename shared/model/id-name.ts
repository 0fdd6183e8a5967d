/** What an id is written with (M1); `isId` also refuses names of devices. */
export const idPattern = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/;
const windowsDevices = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** True for an id that can also be a file name on every platform (M1). */
export function isId(value: string): boolean {
  return idPattern.test(value) && !windowsDevices.test(value);
}

/** Turns a display name into a valid id, e.g. "Planning rules" to `planning-rules`. Falls back to `fallback`. */
export function idFromName(name: string, fallback: string): string {
  const id = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/-+$/, '');
  return isId(id) ? id : fallback;
}
