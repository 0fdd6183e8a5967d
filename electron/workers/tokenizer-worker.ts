import { parentPort } from 'node:worker_threads';
import { assert } from '../../shared/contract/errors.ts';
import { loadCounter } from '../platform/count-exact.ts';
import type { CountReply, CountRequest } from '../platform/tokenizer-messages.ts';

assert(parentPort !== null, 'the tokenizer runs as a worker thread');
const port = parentPort;

// What cannot be loaded ends the thread, and with it all that wait for an answer.
port.on('message', async ({ id, estimator, texts }: CountRequest) => {
  const count = await loadCounter(estimator);
  const reply: CountReply = { id, counts: texts.map(count) };
  port.postMessage(reply);
});
