import type { Compaction } from '../../../shared/model/conversation.ts';
import type { Message } from '../../../shared/model/message.ts';
import { formatMessage } from '../../../shared/model/message-text.ts';
import type { Cancel } from '../ports.ts';
import { scoreMessages } from './score-messages.ts';
import type { Segment, SegmentNotes, Summarizer } from './summarizer.ts';
import type { TextCounter } from './text-counter.ts';

/** What a kept summary is known by, besides its conversation. Positions, both included. */
export interface CompactionKey extends Pick<Compaction, 'from' | 'to' | 'level' | 'summarizer'> {
  readonly targetTokens: number;
}

export interface KeptSummary {
  readonly summary: string;
  readonly tokens: number;
}

/** Summaries that were made before; one whose messages changed since is not found. */
export interface CompactionCache {
  find(key: CompactionKey): KeptSummary | undefined;
  keep(key: CompactionKey, made: KeptSummary, notes: SegmentNotes, originalTokens: number): void;
}

/** Everything a strategy works with. */
export interface PlanWork {
  readonly messages: readonly Message[];
  /** How much each message matters, of `scoreMessages`, by position. */
  readonly scores: readonly number[];
  /** Tokens of each formatted message, by position. */
  readonly sizes: readonly number[];
  readonly counter: TextCounter;
  readonly summarizer: Summarizer;
  readonly compactions: CompactionCache | undefined;
  readonly cancel: Cancel;
}

/** Tokens and scores of messages. */
export async function measureMessages(
  messages: readonly Message[],
  counter: TextCounter,
): Promise<{ readonly scores: readonly number[]; readonly sizes: readonly number[] }> {
  return {
    scores: scoreMessages(messages),
    sizes: await counter.all(messages.map(formatMessage)),
  };
}

/** Positions `from` to `to`, both included. */
export function segmentOf({ messages, scores }: PlanWork, from: number, to: number): Segment {
  return { messages: messages.slice(from, to + 1), scores: scores.slice(from, to + 1) };
}
