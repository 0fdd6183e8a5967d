import type { Message } from '../../../shared/model/message.ts';
import type { Cancel } from '../ports.ts';

/** How much an arc tells. */
export type ArcDensity = 'light' | 'rich' | 'dense';

/** A stretch of a conversation with what is known of each message. */
export interface Segment {
  readonly messages: readonly Message[];
  /** How much each of them matters within the whole conversation, of `scoreMessages`. */
  readonly scores: readonly number[];
}

/** Decisions, open questions and artefacts of a stretch. */
export interface SegmentNotes {
  readonly decisions: readonly string[];
  readonly questions: readonly string[];
  readonly artefacts: readonly string[];
}

/**
 * Writes summaries. Targets are in tokens; what comes back may be longer and is cut by who asked for it. A
 * summarizer never fails: it falls back, and says so in its warnings.
 */
export interface Summarizer {
  readonly id: string;
  summarize(segment: Segment, targetTokens: number, cancel: Cancel): Promise<string>;
  /** Of summaries, oldest first: levels 2 and 3. */
  condense(summaries: readonly string[], targetTokens: number, cancel: Cancel): Promise<string>;
  arc(segment: Segment, density: ArcDensity, targetTokens: number, cancel: Cancel): Promise<string>;
  /** How often something else wrote instead; such texts are not kept under this summarizer's name. */
  readonly fallbacks: () => number;
  /** What happened that the caller did not ask for, in whole sentences. */
  readonly warnings: () => readonly string[];
}

/** Who says a message: the author, else the role. */
export const speakerOf = ({ author, role }: Pick<Message, 'author' | 'role'>): string =>
  author === undefined || author === '' ? role : author;
