import { z } from 'zod';
import { budgetPolicies, knowledgeDepths, layerNames } from './layer-names.ts';

/** Kinds of text that are compiled once and used often. */
export const bundleTypes = [
  'identity_core',
  'global_prefs',
  'topic',
  'entity',
  'conversation',
  'composite',
] as const;
export type BundleType = (typeof bundleTypes)[number];

/** Larger numbers no longer add up exactly in double precision. */
const mostTokens = 1_000_000_000;
const tokens = z.int().min(0).max(mostTokens);

/** What the budget depends on. An absent key of `availableBundles` is unknown, 0 is nothing. */
export const budgetInputSchema = z.strictObject({
  totalBudget: z.int().min(1).max(mostTokens),
  conversationMessageCount: tokens,
  conversationTotalTokens: tokens,
  userMessageTokens: tokens,
  detectedTopicCount: tokens,
  detectedEntityCount: tokens,
  /** Whether there are messages, when absent. */
  hasActiveConversation: z.boolean().optional(),
  /** `standard` when absent. */
  knowledgeDepth: z.enum(knowledgeDepths).optional(),
  /** True when absent. */
  prioritizeHistory: z.boolean().optional(),
  availableBundles: z.record(z.string(), tokens).optional(),
});
export type BudgetInput = z.infer<typeof budgetInputSchema>;

/** One layer: floor, ideal and ceiling in tokens, what it got, and why in one sentence. */
const layerBudgetSchema = z.object({
  min: z.int(),
  ideal: z.int(),
  max: z.int(),
  /** 0 to 100. */
  priority: z.number(),
  /** 0 rigid to 1. */
  elasticity: z.number(),
  allocated: z.int(),
  why: z.string(),
});
export type LayerBudget = z.infer<typeof layerBudgetSchema>;

/** How a context's tokens are shared. `unused` may be negative for `documented`, whose passes can overspend. */
export const budgetResultSchema = z.object({
  policy: z.enum(budgetPolicies),
  layers: z.record(z.enum(layerNames), layerBudgetSchema),
  unused: z.int(),
  /** By how much the user's message alone is larger than the budget. */
  overflow_tokens: z.int(),
});
export type BudgetResult = z.infer<typeof budgetResultSchema>;
