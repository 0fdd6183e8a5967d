import { z } from 'zod';
import { shapeNames } from '../shapes/shape-names.ts';

/** How much of a conversation has to go. */
export const strategies = ['full', 'windowed', 'compacted', 'multi_level'] as const;
export type Strategy = (typeof strategies)[number];

/** Where a message is: shown (perhaps cut), told in a summary, or behind a gap marker. */
export const messageStates = ['full', 'summarised', 'dropped'] as const;
export type MessageState = (typeof messageStates)[number];

/** Where conversations come from (Import and export). */
export const conversationFormats = ['messages', 'sessions', ...shapeNames] as const;
export type ConversationFormat = (typeof conversationFormats)[number];

/** What became of each message; the three add up to the total. */
export const coverageSchema = z.object({
  totalMessages: z.int(),
  fullMessages: z.int(),
  summarizedMessages: z.int(),
  droppedMessages: z.int(),
});
export type Coverage = z.infer<typeof coverageSchema>;

/** A summary that stands for messages `from` to `to` (indexes, both included) in one output. */
export const shownSummarySchema = z.object({
  level: z.int().min(1).max(3),
  from: z.int(),
  to: z.int(),
  text: z.string(),
  tokens: z.int(),
  /** Made before and read from the cache. */
  cached: z.boolean(),
});
export type ShownSummary = z.infer<typeof shownSummarySchema>;

/** What is kept of a range of messages. `compression_ratio` is 0 where there was nothing to compress. */
export const compactionSchema = z.object({
  conversation_id: z.string(),
  from: z.int(),
  to: z.int(),
  level: z.int(),
  summarizer: z.string(),
  target_tokens: z.int(),
  original_tokens: z.int(),
  tokens: z.int(),
  summary: z.string(),
  key_decisions: z.array(z.string()),
  open_questions: z.array(z.string()),
  code_artifacts: z.array(z.string()),
  compression_ratio: z.number(),
  created_at: z.string(),
});
export type Compaction = z.infer<typeof compactionSchema>;

/** A message that was found, or the piece of a long one. */
export const messageHitSchema = z.object({
  conversation_id: z.string(),
  title: z.string(),
  message_id: z.string(),
  /** Its position in the conversation, from 0. */
  index: z.int(),
  role: z.string(),
  author: z.string().optional(),
  created_at: z.string().optional(),
  text: z.string(),
  /** 1 for the best, the others their part of it. */
  score: z.number(),
});
export type MessageHit = z.infer<typeof messageHitSchema>;

/** How texts are found: by words and meaning, by words, or not at all. */
export const retrievalModes = ['hybrid', 'keyword', 'none'] as const;
export type RetrievalMode = (typeof retrievalModes)[number];

/** A stored conversation without its messages. */
export const conversationSchema = z.object({
  id: z.string(),
  title: z.string(),
  format: z.enum(conversationFormats),
  messages: z.int(),
  /** `chars4` of the formatted messages. */
  tokens: z.int(),
  first_at: z.string().nullable(),
  last_at: z.string().nullable(),
  updated_at: z.string(),
  /** Null where its messages are found by words only. */
  embedder: z.string().nullable(),
});
export type Conversation = z.infer<typeof conversationSchema>;

/** What became of a body that was fitted. Tokens are counted on all that is sent: instructions, tools and entries. */
export const fitReportSchema = z.object({
  budget: z.int(),
  tokens_before: z.int(),
  tokens_after: z.int(),
  /** Messages, items or lines of the body. */
  entries: z.int(),
  kept: z.int(),
  /** Left out, with a summary in their place. */
  summarised: z.int(),
  /** Kept with results of tools that are cut to head and tail. */
  shortened: z.int(),
  /** Calls without result and results without call, which providers refuse and which were taken out; what went with them is told among the warnings. */
  orphans: z.int(),
  summary: z.string().nullable(),
  warnings: z.array(z.string()),
});
export type FitReport = z.infer<typeof fitReportSchema>;
