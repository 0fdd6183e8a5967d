import { z } from 'zod';
import {
  coverageSchema,
  messageStates,
  retrievalModes,
  shownSummarySchema,
  strategies,
} from './conversation.ts';
import { budgetResultSchema } from './layer-budget.ts';
import { layerNames } from './layer-names.ts';
import { detectionSchema } from './profile.ts';
import { promptCacheSchema } from './prompt-cache.ts';

/** What became of the messages of a conversation. */
export const planShape = {
  strategy: z.enum(strategies),
  /** Null when both budgets are 0. */
  ratio: z.number().nullable(),
  coverage: coverageSchema,
  /** Of each message, in order. */
  states: z.array(z.enum(messageStates)),
  summaries: z.array(shownSummarySchema),
  /** Fallbacks and what else happened on the way. */
  warnings: z.array(z.string()),
};

const assembledMessage = z.object({ role: z.string(), content: z.string() });

/** Everything for the next turn, and how it came about. */
export const assembledConversationSchema = z.object({
  /** What is told besides the messages, as one text. `messages` has it in the order that keeps a provider's cache. */
  system_prompt: z.string(),
  /** All that is sent: what changes least first, the user's message last. */
  messages: z.array(assembledMessage),
  /** In the shape that was asked for: the system prompt, the messages; the caller adds model and tools. */
  request: z.unknown().optional(),
  budget: budgetResultSchema,
  metadata: z.object({
    ...planShape,
    /** Positions of earlier messages that are shown because of the user's message. */
    recalled: z.array(z.int()),
    /** Positions of messages that are shown cut. */
    cut: z.array(z.int()),
    /** What the system prompt is made of, in its order; what is empty is left out. */
    sections: z.array(z.object({ layer: z.enum(layerNames), text: z.string() })),
    topics: z.array(detectionSchema),
    entities: z.array(detectionSchema),
    /** Compiled texts that were ready, and those that were made now. */
    cache: z.object({ hits: z.array(z.string()), misses: z.array(z.string()) }),
    /** What a provider's cache can hold of this prompt. */
    prompt_cache: promptCacheSchema,
    /** How earlier messages were found: by words and meaning, by words, or not at all. */
    retrieval: z.enum(retrievalModes),
    /** What each layer really takes, counted on the final texts. */
    layer_tokens: z.record(z.string(), z.int()),
    /** Everything that is sent, counted on the final texts. */
    total_tokens: z.int(),
    duration_ms: z.number(),
  }),
});
