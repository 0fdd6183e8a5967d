import type { ConversationFormat } from '../../../shared/model/conversation.ts';
import { instantMs } from '../../../shared/model/instant.ts';
import type { Message, MessagePart } from '../../../shared/model/message.ts';
import type { KeptFrame, KeptSource } from '../../storage/conversations/source-table.ts';

/** A message as a file has it: who says it may be a role or only a name. */
export interface SaidMessage {
  readonly id?: string | undefined;
  readonly role?: string | undefined;
  readonly author?: string | undefined;
  readonly parts: string | readonly MessagePart[];
  readonly created_at?: string | undefined;
}

/** A conversation as it was read from a file. */
export interface ImportedConversation {
  /** The file's own id of it; made of the file's name where it has none. */
  readonly id: string;
  /** It has no other id than the name of its file. */
  readonly isNamedByFile?: boolean;
  readonly title: string;
  readonly format: ConversationFormat;
  readonly messages: readonly Message[];
  /** What was changed or left out. */
  readonly notes: readonly string[];
  /** What it was made of, where it can be given back. */
  readonly kept?: (KeptFrame & { readonly entries: readonly KeptSource[] }) | undefined;
}

/** Roles as models know them, for what other programs call so. */
const knownRoles: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  model: 'assistant',
  bot: 'assistant',
};

/**
 * Messages with their positions, ids and roles. Where speakers have names and no roles, the first is `user` and the
 * others are `assistant`. `from` is the position of the first, `taken` the ids of those before, so that each has an id of
 * its own. Stops after each.
 */
export function* toMessages(
  said: readonly SaidMessage[],
  from = 0,
  taken: Iterable<string> = [],
): Generator<void, Message[]> {
  const first = said.find(({ role }) => role === undefined)?.author;
  const used = new Set(taken);
  const messages: Message[] = [];
  for (const { id, role, author, parts, created_at } of said) {
    const index = from + messages.length;
    const own = id === undefined || used.has(id) ? freeId(index, used) : id;
    used.add(own);
    const known = role === undefined ? undefined : (knownRoles[role.toLowerCase()] ?? role);
    messages.push({
      id: own,
      index,
      role: known ?? (author === first ? 'user' : 'assistant'),
      ...(author !== undefined && author !== '' && { author }),
      parts: typeof parts === 'string' ? parts : [...parts],
      ...(created_at !== undefined && { created_at }),
    });
    yield;
  }
  return messages;
}

/** The id of a message that brings none, or one that is taken. */
export const positionId = (index: number): string => `m${index}`;

/** Messages may bring ids of that form as well. */
function freeId(index: number, used: ReadonlySet<string>): string {
  const id = positionId(index);
  let free = id;
  for (let count = 2; used.has(free); count += 1) free = `${id}_${count}`;
  return free;
}

/** A moment as ISO 8601; undefined for what is none. Seconds since 1970 are what some exports have. */
export function toIsoTime(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const moment = typeof value === 'number' ? value * (value < 1e11 ? 1000 : 1) : momentMs(value);
  return Number.isFinite(moment) && Math.abs(moment) < 8e15 ? new Date(moment).toISOString() : undefined;
}

/** Milliseconds of a moment; NaN for what is none. Without a zone it is UTC, on whichever machine it is read. */
export function momentMs(text: string | null | undefined): number {
  if (text === null || text === undefined) return Number.NaN;
  const hasZone = /(?:[+-]\d{2}:?\d{2}|\b[A-Za-z]{1,4})\)?$/.test(text);
  return instantMs(text) ?? Date.parse(hasZone ? text : `${text} UTC`);
}

const mostNamed = 10;

/** Names in a sentence, the first of many, in their order. */
export function someNames(names: ReadonlySet<string>): string {
  const told = [...names].toSorted().slice(0, mostNamed).join(', ');
  return names.size > mostNamed ? `${told}, …` : told;
}

export const counted = (count: number, what: string, several = `${what}s`): string =>
  `${count} ${count === 1 ? what : several}`;
