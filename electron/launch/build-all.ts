import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildStale } from './build-stale.ts';
import { allTargets } from './targets.ts';

/** `npm run build`: everything anew, with nothing left of earlier builds. */
const root = join(import.meta.dirname, '../..');
rmSync(join(root, 'dist'), { recursive: true, force: true });
await buildStale(root, allTargets);
