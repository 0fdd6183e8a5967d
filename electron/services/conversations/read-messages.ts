import { z } from 'zod';
import { checkShape } from '../../../shared/model/check-shape.ts';
import { isMissing } from '../../../shared/model/json.ts';
import { messagePartSchema } from '../../../shared/model/message.ts';
import { type SaidMessage, toIsoTime } from './imported-conversation.ts';

const parts = z.union([z.string(), z.array(z.union([z.string(), messagePartSchema]))]);
const moment = z.union([z.string(), z.number()]).nullish();

/** A message in the forms that programs write: text as `parts`, `content` or `text`, a role or only a name. */
const looseMessage = z
  .looseObject({
    id: z.union([z.string(), z.number()]).optional(),
    role: z.string().min(1).max(100).optional(),
    author: z.string().max(200).optional(),
    name: z.string().max(200).optional(),
    speaker: z.string().max(200).optional(),
    parts: parts.optional(),
    content: parts.optional(),
    text: parts.optional(),
    created_at: moment,
    timestamp: moment,
  })
  .refine(({ parts, content, text }) => (parts ?? content ?? text) !== undefined, {
    message: 'has no parts, content or text',
  })
  .refine(({ role, author, name, speaker }) => (role ?? author ?? name ?? speaker) !== undefined, {
    message: 'says neither a role nor a name',
  });

/** As many as are told: of a list without end nothing behind them is looked at. */
const mostTold = 20;

interface MessageList {
  readonly messages: SaidMessage[];
  /** Names of fields that say something which the messages do not. */
  readonly unread: ReadonlySet<string>;
}

/** Messages of a list; a sentence about each that is none. Stops after each. */
export function* readMessageList(value: unknown): Generator<void, MessageList | { readonly reason: string }> {
  if (!Array.isArray(value)) return { reason: 'is no list of messages' };
  if (value.length === 0) return { reason: 'is an empty list of messages' };
  const messages: SaidMessage[] = [];
  const unread = new Set<string>();
  const wrong: string[] = [];
  for (const [at, item] of value.entries()) {
    const checked = checkShape(looseMessage, item);
    if (checked.ok) {
      messages.push(toSaid(checked.value));
      for (const name of unreadFields(checked.value)) unread.add(name);
    } else wrong.push(`message ${at + 1}: ${checked.issues[0]?.message ?? 'is no message'}`);
    if (wrong.length === mostTold) break;
    yield;
  }
  return wrong.length === 0 ? { messages, unread } : { reason: wrong.join('; ') };
}

type LooseMessage = z.infer<typeof looseMessage>;

const knownFields: ReadonlySet<string> = new Set(Object.keys(looseMessage.shape));
/** The first that is there is what is said. */
const texts = ['parts', 'content', 'text'] as const;

function unreadFields(given: LooseMessage): string[] {
  const [, ...otherTexts] = texts.filter(name => given[name] !== undefined);
  const moment = given.created_at ?? given.timestamp;
  const isNoTime = !isMissing(moment) && toIsoTime(moment) === undefined;
  const others = Object.keys(given).filter(name => !knownFields.has(name) && !isMissing(given[name]));
  return [...others, ...otherTexts, ...(isNoTime ? ['created_at'] : [])];
}

function toSaid(given: LooseMessage): SaidMessage {
  const said = given.parts ?? given.content ?? given.text ?? '';
  return {
    id: given.id === undefined ? undefined : String(given.id).slice(0, 200),
    role: given.role,
    author: given.author ?? given.name ?? given.speaker,
    parts:
      typeof said === 'string'
        ? said
        : said.map(part => (typeof part === 'string' ? { type: 'text', text: part } : part)),
    created_at: toIsoTime(given.created_at ?? given.timestamp),
  };
}
