import { join } from 'node:path';
import { buildStale } from '../../electron/launch/build-stale.ts';
import { allTargets } from '../../electron/launch/targets.ts';

/** Vitest's global setup: tests that run the built program run the one of these sources. */
export async function setup(): Promise<void> {
  await buildStale(join(import.meta.dirname, '../..'), allTargets);
}
