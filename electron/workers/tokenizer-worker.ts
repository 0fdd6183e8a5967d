import { parentPort } from 'node:worker_threads';
import { assert } from '../../shared/contract/errors.ts';
import { countO200kTokens } from '../platform/count-o200k.ts';
import type { CountReply, CountRequest } from '../platform/tokenizer-messages.ts';

assert(parentPort !== null, 'the tokenizer runs as a worker thread');
const port = parentPort;

port.on('message', ({ id, texts }: CountRequest) => {
  const reply: CountReply = { id, counts: texts.map(countO200kTokens) };
  port.postMessage(reply);
});
