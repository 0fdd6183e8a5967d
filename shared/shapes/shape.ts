import type { Block } from '../model/block.ts';
import type { Turn } from './turns.ts';

/** Who an entry is of. A `note` is what a program wrote down beside the talk: no model is sent it. */
export type EntryRole = 'system' | 'user' | 'assistant' | 'tool' | 'note';

/** One entry of a body: a message, an item, a line. */
export interface Entry {
  readonly role: EntryRole;
  readonly author?: string | undefined;
  readonly id?: string | undefined;
  /** Whatever the body says of when it was written. */
  readonly created_at?: unknown;
  readonly blocks: readonly Block[];
  /** The entry as its body has it. */
  readonly source: unknown;
}

/** A conversation as it was read from a body. */
export interface ReadBody {
  readonly entries: readonly Entry[];
  /** Texts that are sent beside the entries: instructions, tools. */
  readonly standing: readonly string[];
  /** The provider holds what was said before, so that results may be of calls that are not in the body. */
  readonly isContinued?: boolean;
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  /** What of the body is no entry that was read, as sentences. */
  readonly notes?: readonly string[];
}

/** An entry as it is written again; without `position`, its place in the body before, it is a new one. */
export interface KeptEntry {
  readonly source: unknown;
  readonly position?: number;
}

/**
 * How one program writes conversations. A body is what it sends or keeps: a request, a list of messages, an export, the
 * lines of a transcript.
 */
export interface Shape {
  /** Bodies are sent to a model, which refuses a call without its result and a result without its call. */
  readonly isSent: boolean;
  recognise(body: unknown): boolean;
  /** Whether a body can be read where somebody says that it is of this shape; as far as it is recognised when absent. */
  accepts?(body: unknown): boolean;
  /** Reads a body that was recognised or accepted. */
  read(body: unknown): ReadBody;
  /** The body with these entries in place of its own; all else stays as it is. */
  write(body: unknown, kept: readonly KeptEntry[]): unknown;
  /** What of a body is kept beside its entries, so that `write` makes it whole again; the body without entries when absent. */
  frame?(body: unknown): unknown;
  /** A body made anew of turns; absent where only its own program can make one. */
  compose?(turns: readonly Turn[]): unknown;
  /** A new entry in which the user says a text, before `next`, the source of an entry of the body. */
  tell(text: string, next: unknown): unknown;
  /** Where a provider wants to be told what its cache should hold: a body with that said, unless it says it already. */
  mark?(body: unknown): unknown;
  /** Where roles must alternate, or a user's entry may hold results: that entry, with a text before what it says and behind these. */
  prepend?(text: string, source: unknown): unknown;
  /** Where roles must alternate, beginning with a user: two entries of one role as one. */
  join?(one: Entry, other: Entry): Entry;
}
