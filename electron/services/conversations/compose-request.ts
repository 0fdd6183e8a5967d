import { messageBlocks } from '../../../shared/model/message-text.ts';
import type { MadeShapeName } from '../../../shared/shapes/shape-names.ts';
import { shapeOf } from '../../../shared/shapes/shapes.ts';
import { type BlockMessage, begunByUser, turnsOf } from '../../../shared/shapes/turns.ts';
import type { TextCounter } from '../../engine/conversation/text-counter.ts';
import { countEntries } from '../../engine/fitting/count-entries.ts';
import type { ChatMessage } from './chat-messages.ts';
import { leftWords } from './export-conversation.ts';

/** What is sent to a model, in the shape of a provider, counted on all of it. */
export interface ComposedRequest {
  readonly request: unknown;
  readonly tokens: number;
  /** What of the messages such a request cannot hold. */
  readonly notes: readonly string[];
}

/** Messages as a request that its provider takes: calls with their results, media, roles as it wants them. */
export async function composeRequest(
  name: MadeShapeName,
  messages: readonly ChatMessage[],
  counter: TextCounter,
): Promise<ComposedRequest> {
  const shape = shapeOf(name);
  const { turns, left } = turnsOf(messages.map(toBlocks));
  const request = shape.compose?.(begunByUser(turns));
  const { entries, standing } = shape.read(request);
  const counts = [...(await countEntries(counter, entries)), ...(await counter.all([...standing]))];
  return { request, tokens: counts.reduce((sum, count) => sum + count, 0), notes: leftWords(left) };
}

function toBlocks({ role, content, said }: ChatMessage): BlockMessage {
  return said === undefined
    ? { role, blocks: [{ type: 'text', text: content }] }
    : { role, author: said.author, blocks: messageBlocks(said) };
}
