import type { Message } from '../../../shared/model/message.ts';
import { messageText } from '../../../shared/model/message-text.ts';
import { gapMarker, type HistoryBlock } from '../../engine/conversation/history-blocks.ts';
import { turnText } from './store-conversation.ts';

export interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

/** A history as messages: summaries in one system message, then what is whole with its role, gaps between. */
export function toChatMessages(blocks: readonly HistoryBlock[], messages: readonly Message[]): ChatMessage[] {
  const summaries = blocks.flatMap(block => (block.kind === 'summary' ? [block.text] : []));
  const rest = blocks.flatMap((block): ChatMessage[] => {
    if (block.kind === 'summary') return [];
    if (block.kind === 'gap') return [{ role: 'system', content: gapMarker(block.count) }];
    const message = messages[block.position];
    if (message === undefined) return [];
    return [{ role: message.role, content: block.cut ?? contentOf(message, block.isRecalled) }];
  });
  return summaries.length === 0 ? rest : [{ role: 'system', content: summaries.join('\n\n') }, ...rest];
}

/** What was long ago says when it was; of several speakers with one role the name tells them apart. */
function contentOf(message: Message, isRecalled: boolean): string {
  if (isRecalled) return turnText(message);
  const { author = '' } = message;
  return author === '' ? messageText(message) : `${author}: ${messageText(message)}`;
}
