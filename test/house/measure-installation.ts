import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Megabytes that `npm ci` puts on the disk; a file with several names counts once. */
export function measureInstallation(): number {
  const folder = join(import.meta.dirname, '../../node_modules');
  const seen = new Set<number>();
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // What programs keep there is no part of the installation.
    if (!entry.isFile() || /^\.(?:vi|cache)/.test(relative(folder, entry.parentPath))) continue;
    const { ino, blocks } = lstatSync(join(entry.parentPath, entry.name));
    if (seen.has(ino)) continue;
    seen.add(ino);
    bytes += blocks * 512;
  }
  return Math.round(bytes / 2 ** 20);
}
