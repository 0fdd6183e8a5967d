import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStale } from '../../electron/launch/build-stale.ts';
import { allTargets } from '../../electron/launch/targets.ts';

const repository = join(import.meta.dirname, '../..');

/** Processes of this program that are hosts, where the system shows them. */
function hostsOfOurs(): string[] {
  const command = join(repository, 'dist/cli.cjs');
  return globSync('/proc/[0-9]*/cmdline').filter(file => {
    try {
      const words = readFileSync(file, 'utf8').split('\0');
      // What Node itself is told stands before the program.
      const at = words.indexOf(command);
      return at > 0 && words[at + 1] === 'host';
    } catch {
      return false; // it has ended meanwhile
    }
  });
}

/** After all tests no host is left running: they outlive what has started them. */
export function teardown(): void {
  const left = hostsOfOurs();
  if (left.length > 0) throw new Error(`tests have left hosts running: ${left.join(', ')}`);
}

/** Vitest's global setup: tests that run the built program run the one of these sources. */
export async function setup(): Promise<void> {
  await buildStale(repository, allTargets);
}
