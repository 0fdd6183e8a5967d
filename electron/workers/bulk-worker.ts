import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../shared/contract/errors.ts';
import { type BulkTask, runBulkTask } from '../storage/bulk/bulk-thread.ts';

assert(parentPort !== null, 'what is large is written by a worker thread');
await runBulkTask(parentPort, workerData as BulkTask); // by who started it
