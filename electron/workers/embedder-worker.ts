import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { assert, messageOf } from '../../shared/contract/errors.ts';
import type { ThreadQuestion, ThreadReply } from '../platform/asking-thread.ts';
import { findModelFiles } from '../platform/embedding/model-files.ts';
import { loadUseLite } from '../platform/embedding/use-lite.ts';

assert(parentPort !== null, 'the embedder runs as a worker thread');
const port = parentPort;
standBack();
const loading = loadUseLite(findModelFiles());
// Each question hears of a failure itself.
loading.catch(() => {});

port.on('message', async ({ id, question }: ThreadQuestion<readonly string[]>) => {
  try {
    const embed = await loading;
    const answer = await embed(question);
    const reply: ThreadReply<Float32Array[]> = { id, answer };
    port.postMessage(reply);
  } catch (error) {
    const reply: ThreadReply<never> = { id, failure: messageOf(error) };
    port.postMessage(reply);
  }
});

/** Whoever waits for a call goes before texts that are embedded in the background. Only Linux lets one thread stand back. */
function standBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), 10);
  } catch {
    // Where it may not, it goes on as all others.
  }
}
