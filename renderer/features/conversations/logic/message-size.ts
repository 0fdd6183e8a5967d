import type { Message } from '../../../../shared/model/message.ts';
import { formatMessage } from '../../../../shared/model/message-text.ts';

/** Tokens of a text as plans count them: a quarter of its characters. */
export function textTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** Tokens of a message with who says it. */
export function messageTokens(message: Message): number {
  return textTokens(formatMessage(message));
}
