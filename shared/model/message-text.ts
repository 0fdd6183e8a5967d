import type { Message } from './message.ts';

/** The text of a message: its text and code parts, joined by newlines. */
export function messageText({ parts }: Pick<Message, 'parts'>): string {
  if (typeof parts === 'string') return parts;
  return parts
    .flatMap(({ type, text }) => ((type === 'text' || type === 'code') && text !== undefined ? [text] : []))
    .join('\n');
}

/** A message as a line of history: `[role (author)]: text`. */
export function formatMessage(message: Pick<Message, 'role' | 'author' | 'parts'>): string {
  const { role, author } = message;
  const by = author === undefined || author === '' ? '' : ` (${author})`;
  return `[${role}${by}]: ${messageText(message)}`;
}
