import { z } from 'zod';

const pattern = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/;
const windowsDevices = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/i;

/** True for an id that can also be a file name on every platform (M1). */
export function isId(value: string): boolean {
  return pattern.test(value) && !windowsDevices.test(value);
}

/** Id of a memory, engine, sample or test: letters, digits, `_`, `-`; at most 64; no device names (M1). */
export const idSchema = z
  .string()
  .refine(
    isId,
    'must be 1-64 letters, digits, "_" or "-", start and end with a letter or digit, and be no device name',
  )
  .meta({ pattern: pattern.source });

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
