import { idFromName } from '../../shared/model/id-name.ts';

const longestId = 64;

/** `wanted`, or the first of `wanted-2`, `wanted-3` ... that nobody has; ids are unique without regard to case. */
export function freeId(wanted: string, taken: Iterable<string>): string {
  const used = new Set([...taken].map(id => id.toLowerCase()));
  if (!used.has(wanted.toLowerCase())) return wanted;
  const base = wanted.replace(/-\d+$/, '');
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    const id = `${base.slice(0, longestId - suffix.length)}${suffix}`;
    if (!used.has(id.toLowerCase())) return id;
  }
}

/** A free id that reads like the name: "Release notes" becomes `release-notes`. */
export function freeIdFromName(name: string, fallback: string, taken: Iterable<string>): string {
  return freeId(idFromName(name, fallback), taken);
}
