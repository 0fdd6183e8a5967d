import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../shared/contract/errors.ts';
import type { BulkTask } from '../storage/bulk/bulk-thread.ts';
import type { AsideThread } from '../storage/bulk/work-aside.ts';

assert(parentPort !== null, 'what is large is written by a worker thread');
const task = workerData as BulkTask | AsideThread; // by who started it
// Each loads what it needs alone: what writes in bulk takes longer to load than a log to copy.
if ('serves' in task) (await import('../storage/bulk/work-aside.ts')).serveAside(parentPort);
else await (await import('../storage/bulk/bulk-thread.ts')).runBulkTask(parentPort, task);
