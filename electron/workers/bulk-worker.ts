import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../shared/contract/errors.ts';
import { type BulkTask, runBulkTask } from '../storage/bulk/bulk-thread.ts';
import { answerAside, type WorkAside } from '../storage/bulk/work-aside.ts';

assert(parentPort !== null, 'what is large is written by a worker thread');
const task = workerData as BulkTask | WorkAside; // by who started it
await ('aside' in task ? answerAside(parentPort, task) : runBulkTask(parentPort, task));
