import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../shared/contract/errors.ts';
import { type BulkTask, runBulkTask } from '../storage/bulk/bulk-thread.ts';
import { type AsideThread, serveAside } from '../storage/bulk/work-aside.ts';

assert(parentPort !== null, 'what is large is written by a worker thread');
const task = workerData as BulkTask | AsideThread; // by who started it
if ('serves' in task) serveAside(parentPort);
else await runBulkTask(parentPort, task);
