import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildTarget } from './targets.ts';
import { buildTargets } from './targets.ts';

/** SHA-256 over the names and bytes of everything that a target is built from. Content, not times: git sets times anew. */
export function hashSources(root: string, target: BuildTarget): string {
  const hash = createHash('sha256');
  for (const file of sourceFiles(root, target)) {
    hash.update(`${file}\0`);
    hash.update(readFileSync(join(root, file)));
    hash.update('\0');
  }
  return hash.digest('hex');
}

function sourceFiles(root: string, target: BuildTarget): string[] {
  return globSync(buildTargets[target].sources, { cwd: root, withFileTypes: true })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}
