import { z } from 'zod';
import { assembledConversationSchema, planShape } from '../model/assembled-conversation.ts';
import {
  compactionSchema,
  conversationSchema,
  fitReportSchema,
  messageHitSchema,
  retrievalModes,
} from '../model/conversation.ts';
import { budgetInputSchema, budgetResultSchema } from '../model/layer-budget.ts';
import { budgetPolicies, knowledgeDepths } from '../model/layer-names.ts';
import { messageSchema } from '../model/message.ts';
import { promptPrefixes } from '../model/prompt-cache.ts';
import { estimators } from '../model/request.ts';
import { madeShapeNames, shapeNames } from '../shapes/shape-names.ts';
import {
  conversationFilesContract,
  conversationId,
  derivingProgress,
  messages,
} from './conversation-files.ts';
import { nothing, procedure } from './procedure.ts';

const budget = z.int().min(0).max(1_000_000_000);
/** The configured one when absent; `extractive` (built in, offline), or `openai:<model>` where an endpoint is set. */
const summarizer = z.string().min(1).max(200);

export const conversationsContract = {
  'budget.layers': procedure({
    summary: 'Shares a number of tokens among the layers of a context, with a reason for each.',
    access: 'read',
    project: false,
    input: z.strictObject({ input: budgetInputSchema, policy: z.enum(budgetPolicies).optional() }),
    output: budgetResultSchema,
    mcp: [
      {
        tool: 'budget_layers',
        set: 'conversations',
        tells: {
          input:
            '{ totalBudget, conversationMessageCount, conversationTotalTokens, userMessageTokens, detectedTopicCount, detectedEntityCount }',
          policy: 'how it is shared',
        },
      },
    ],
  }),
  ...conversationFilesContract,
  'conversations.derive': procedure({
    summary: 'Makes now what imported conversations wait for: topics, entities and embeddings.',
    access: 'write',
    project: true,
    input: nothing,
    output: z.object({ conversations: z.int(), embedded: z.int() }),
  }),
  'conversations.progress': procedure({
    summary: 'What imported conversations still wait for.',
    access: 'read',
    project: true,
    input: nothing,
    output: derivingProgress,
  }),
  'conversations.list': procedure({
    summary: 'Stored conversations, last changed first.',
    access: 'read',
    project: true,
    input: nothing,
    output: z.object({ conversations: z.array(conversationSchema) }),
  }),
  'conversations.get': procedure({
    summary: 'A conversation with its messages, or a stretch of them.',
    access: 'read',
    project: true,
    input: z.strictObject({
      conversation_id: conversationId,
      offset: z.int().min(0).optional(),
      limit: z.int().min(1).max(100_000).optional(),
    }),
    output: z.object({ conversation: conversationSchema, messages: z.array(messageSchema) }),
  }),
  'conversations.search': procedure({
    summary: 'Finds messages in all conversations, best first; none where nothing is about it.',
    access: 'read',
    project: true,
    input: z.strictObject({
      query: z.string().min(1).max(100_000),
      /** 10 when absent. */
      topK: z.int().min(1).max(1000).optional(),
      /** Ids of conversations; all of the project when absent. */
      scope: z.array(conversationId).max(10_000).optional(),
      /** Conversations in which all of these take part: authors, or roles of those without. */
      participants: z.array(z.string().min(1).max(200)).max(100).optional(),
      /** Only messages that say when they were written, from then on. */
      after: z.iso.datetime({ offset: true }).optional(),
      before: z.iso.datetime({ offset: true }).optional(),
    }),
    output: z.object({
      messages: z.array(messageHitSchema),
      /** Conversations that were looked through. */
      searched: z.int(),
      retrieval: z.enum(retrievalModes),
      /** Which conversations were looked through by words only, and why. */
      warnings: z.array(z.string()),
    }),
    mcp: [
      {
        tool: 'conversation_search',
        set: 'conversations',
        tells: { query: 'what was said', topK: 'most messages', scope: 'conversation ids' },
      },
    ],
  }),
  'conversations.delete': procedure({
    summary: 'Deletes a conversation with its summaries.',
    access: 'write',
    project: true,
    input: z.strictObject({ conversation_id: conversationId }),
    output: z.object({ deleted: z.string() }),
  }),
  'conversations.plan': procedure({
    summary: 'What of a conversation is shown within two budgets: its arc (L4) and its messages (L6).',
    access: 'read',
    project: false,
    input: z.strictObject({
      messages,
      l4_budget: budget,
      l6_budget: budget,
      estimator: z.enum(estimators).optional(),
      summarizer: summarizer.optional(),
    }),
    output: z.object({
      ...planShape,
      l4Arc: z.string(),
      l6Messages: z.string(),
      l4TokenCount: z.int(),
      l6TokenCount: z.int(),
    }),
  }),
  'conversations.fit': procedure({
    summary: "Fits a provider's request, a list of messages or an export into a budget, in its own shape.",
    access: 'read',
    project: false,
    input: z.strictObject({
      /** A body as it is sent or kept: `messages`, `input`, `contents`, a list of them, lines of a transcript. */
      request: z.unknown(),
      /** A name for the talk, whose summaries are kept in the project from turn to turn; nothing is stored when absent. */
      conversation_id: conversationId.optional(),
      /** Recognised when absent. */
      shape: z.enum(shapeNames).optional(),
      /** What the user says now, where the body does not hold it yet: it is put behind the entries, counts, and stays. */
      text: z.string().min(1).max(10_000_000).optional(),
      /** Tokens of all that is sent: instructions, tools and entries. */
      budget: z.int().min(1).max(1_000_000_000),
      /** `stable` when absent. */
      prefix: z.enum(promptPrefixes).optional(),
      /** Marks for a provider what its cache should hold, where it wants that; when absent, in a body that was changed. */
      breakpoints: z.boolean().optional(),
      estimator: z.enum(estimators).optional(),
      summarizer: summarizer.optional(),
    }),
    output: z.object({
      shape: z.enum(shapeNames),
      /** The same body; one that fits is given back as it came. */
      request: z.unknown(),
      report: fitReportSchema,
    }),
  }),
  'conversations.scoreMessages': procedure({
    summary: 'How much each message matters, by its form and its words.',
    access: 'read',
    project: false,
    input: z.strictObject({ messages }),
    output: z.object({ scores: z.array(z.number()) }),
  }),
  'conversations.assemble': procedure({
    summary: 'Everything for the next turn: system prompt, messages, budget; its total is within the budget.',
    access: 'read',
    project: true,
    input: z.strictObject({
      /** None: a new conversation. */
      conversation_id: conversationId.optional(),
      user_message: z.string().max(10_000_000),
      /** From the configuration when absent, like what follows: `maxContextTokens`, 12,000. */
      total_budget: z.int().min(1).max(1_000_000_000).optional(),
      /** `fitted` when absent. */
      policy: z.enum(budgetPolicies).optional(),
      /** `knowledgeDepth`: `standard`. */
      knowledge_depth: z.enum(knowledgeDepths).optional(),
      /** `prioritizeConversationHistory`: true. */
      prioritize_history: z.boolean().optional(),
      /** `includeEntityContext`: true. */
      include_entities: z.boolean().optional(),
      /** Answers the same as a `request` of a provider too, with calls, results and media; counts as it is sent. */
      shape: z.enum(madeShapeNames).optional(),
      /** `stable` when absent. */
      prefix: z.enum(promptPrefixes).optional(),
      /** Whose tokens are priced: a model's id, in which a family of the table of prices is named; the first when absent. */
      model: z.string().min(1).max(200).optional(),
      estimator: z.enum(estimators).optional(),
      summarizer: summarizer.optional(),
    }),
    output: assembledConversationSchema,
    mcp: [
      {
        tool: 'conversation_context',
        set: 'conversations',
        tells: {
          user_message: 'what is asked now',
          conversation_id: 'a stored one; none begins a new one',
          total_budget: 'tokens in all',
        },
      },
    ],
  }),
  'conversations.compactions': procedure({
    summary: 'Summaries that are kept of a conversation.',
    access: 'read',
    project: true,
    input: z.strictObject({ conversation_id: conversationId }),
    output: z.object({ compactions: z.array(compactionSchema) }),
  }),
  'summarizers.list': procedure({
    summary: 'Summarizers that can be used here.',
    access: 'read',
    project: false,
    input: nothing,
    output: z.object({ summarizers: z.array(z.string()) }),
  }),
};
