import { z } from 'zod';
import { checkShape, hasShape } from '../../../shared/model/check-shape.ts';
import { atOnce } from '../../../shared/stretches.ts';
import {
  counted,
  type ImportedConversation,
  type SaidMessage,
  toIsoTime,
  toMessages,
} from './imported-conversation.ts';

const block = z.looseObject({ type: z.string(), text: z.string().optional(), name: z.string().optional() });

/** A conversation of a Claude export. */
export const claudeSchema = z.looseObject({
  uuid: z.string(),
  name: z.string().nullish(),
  chat_messages: z.array(
    z.looseObject({
      uuid: z.string().optional(),
      sender: z.string(),
      text: z.string().optional(),
      content: z.array(block).optional(),
      created_at: z.string().optional(),
    }),
  ),
});

export function readClaude({
  uuid,
  name,
  chat_messages,
}: z.infer<typeof claudeSchema>): ImportedConversation {
  const said = chat_messages.flatMap(
    ({ uuid: id, sender, text = '', content = [], created_at }): SaidMessage[] => {
      const written = content.flatMap(({ type, text: part = '' }) =>
        type === 'text' && part !== '' ? [part] : [],
      );
      const parts = written.length > 0 ? written.join('\n') : text;
      return parts.trim() === '' ? [] : [{ id, role: sender, parts, created_at: toIsoTime(created_at) }];
    },
  );
  const left = chat_messages.length - said.length;
  return {
    id: uuid,
    title: name == null || name === '' ? 'Untitled' : name,
    format: 'claude',
    messages: atOnce(toMessages(said)),
    notes: left === 0 ? [] : [`${counted(left, 'message')} without text left out`],
  };
}

/** A line of a Claude Code transcript that says something. */
const transcriptLine = z.looseObject({
  type: z.enum(['user', 'assistant']),
  uuid: z.string().optional(),
  sessionId: z.string().optional(),
  timestamp: z.string().optional(),
  isMeta: z.boolean().optional(),
  isSidechain: z.boolean().optional(),
  message: z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(block)]) }),
});

/** True for what the lines of a transcript look like, of whatever kind. */
export const isTranscript = (lines: readonly unknown[]): boolean =>
  lines.some(line => hasShape(transcriptLine, line));

/** What user and agent said to each other; tools are named, what they gave is left out. */
export function readTranscript(lines: readonly unknown[], fallbackId: string): ImportedConversation {
  const talked = lines.flatMap(line => {
    const read = checkShape(transcriptLine, line);
    return !read.ok || read.value.isMeta || read.value.isSidechain ? [] : [read.value];
  });
  const said = talked.flatMap(({ uuid, timestamp, message }): SaidMessage[] => {
    const text = textOf(message.content);
    if (text.trim() === '') return [];
    return [{ id: uuid, role: message.role, parts: text, created_at: toIsoTime(timestamp) }];
  });
  const left = lines.length - said.length;
  const title = said.find(({ role }) => role === 'user')?.parts;
  return {
    id: talked.find(({ sessionId }) => sessionId !== undefined)?.sessionId ?? fallbackId,
    title: typeof title === 'string' ? (title.trim().split('\n')[0] ?? '').slice(0, 120) : 'Untitled',
    format: 'claude_code',
    messages: atOnce(toMessages(said)),
    notes: left === 0 ? [] : [`${counted(left, 'line')} without text of user or agent left out`],
  };
}

function textOf(content: string | readonly z.infer<typeof block>[]): string {
  if (typeof content === 'string') return content;
  return content
    .flatMap(({ type, text, name }) => {
      if (type === 'text' && text !== undefined) return [text];
      return type === 'tool_use' && name !== undefined ? [`[used ${name}]`] : [];
    })
    .join('\n');
}
