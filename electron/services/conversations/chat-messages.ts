import type { Message } from '../../../shared/model/message.ts';
import { messageText } from '../../../shared/model/message-text.ts';
import { gapMarker, type HistoryBlock } from '../../engine/conversation/history-blocks.ts';
import { turnText } from './store-conversation.ts';

export interface ChatMessage {
  readonly role: string;
  readonly content: string;
  /** What it says, where that is a message as it is and no text that was made of some. */
  readonly said?: Message;
}

/** A history as messages: summaries in one system message, then what is whole with its role, gaps between. */
export function toChatMessages(blocks: readonly HistoryBlock[], messages: readonly Message[]): ChatMessage[] {
  const summaries = blocks.flatMap(block => (block.kind === 'summary' ? [block.text] : []));
  const rest = blocks.flatMap((block): ChatMessage[] => {
    if (block.kind === 'summary') return [];
    if (block.kind === 'gap') return [{ role: 'system', content: gapMarker(block.count) }];
    const message = messages[block.position];
    if (message === undefined) return [];
    return [toChatMessage(message, block.cut, block.isRecalled)];
  });
  return summaries.length === 0 ? rest : [{ role: 'system', content: summaries.join('\n\n') }, ...rest];
}

/** A result that stands alone has no call that it could be sent behind. */
export function toChatMessage(message: Message, cut: string | undefined, isRecalled: boolean): ChatMessage {
  const role = message.role === 'tool' ? 'user' : message.role;
  if (cut !== undefined) return { role, content: cut };
  const content = contentOf(message, isRecalled);
  return isRecalled ? { role, content } : { role, content, said: message };
}

/** What was long ago says when it was; of several speakers with one role the name tells them apart. */
function contentOf(message: Message, isRecalled: boolean): string {
  if (isRecalled) return turnText(message);
  const { author = '' } = message;
  return author === '' ? messageText(message) : `${author}: ${messageText(message)}`;
}
