import { z } from 'zod';
import { atOnce } from '../../../shared/stretches.ts';
import {
  counted,
  type ImportedConversation,
  type SaidMessage,
  toIsoTime,
  toMessages,
} from './imported-conversation.ts';

const node = z.looseObject({
  parent: z.string().nullish(),
  message: z
    .looseObject({
      id: z.string().optional(),
      author: z.looseObject({ role: z.string(), name: z.string().nullish() }),
      content: z.looseObject({
        content_type: z.string(),
        parts: z.array(z.unknown()).optional(),
        text: z.string().optional(),
      }),
      create_time: z.number().nullish(),
    })
    .nullish(),
});

/** A conversation of a ChatGPT export: a tree of messages, of which one branch was shown last. */
export const chatGptSchema = z.looseObject({
  title: z.string().nullish(),
  id: z.string().optional(),
  conversation_id: z.string().optional(),
  current_node: z.string(),
  mapping: z.record(z.string(), node),
});

export function readChatGpt(
  conversation: z.infer<typeof chatGptSchema>,
  fallbackId: string,
): ImportedConversation {
  const branch = shownBranch(conversation);
  const said = branch.flatMap(({ message }) => (message == null ? [] : toSaid(message)));
  const total = Object.values(conversation.mapping).filter(({ message }) => message != null).length;
  const left = total - said.length;
  return {
    id: conversation.conversation_id ?? conversation.id ?? fallbackId,
    title: conversation.title ?? 'Untitled',
    format: 'chatgpt',
    messages: atOnce(toMessages(said)),
    notes:
      left === 0
        ? []
        : [`${counted(left, 'message')} of other branches, of the system or without text left out`],
  };
}

/** From the message that was shown last back to the first; a circle in the tree ends it. */
function shownBranch({ mapping, current_node }: z.infer<typeof chatGptSchema>): z.infer<typeof node>[] {
  const branch: z.infer<typeof node>[] = [];
  const seen = new Set<string>();
  let at: string | null | undefined = current_node;
  while (at != null && !seen.has(at) && Object.hasOwn(mapping, at)) {
    seen.add(at);
    const found: z.infer<typeof node> | undefined = mapping[at];
    if (found === undefined) break;
    branch.unshift(found);
    at = found.parent;
  }
  return branch;
}

function toSaid(message: NonNullable<z.infer<typeof node>['message']>): SaidMessage[] {
  const { author, content, id, create_time } = message;
  if (author.role !== 'user' && author.role !== 'assistant') return [];
  const text = [...(content.parts ?? []), content.text].filter(part => typeof part === 'string').join('\n');
  if (text.trim() === '') return [];
  const type = content.content_type === 'code' ? 'code' : 'text';
  return [{ id, role: author.role, parts: [{ type, text }], created_at: toIsoTime(create_time) }];
}
