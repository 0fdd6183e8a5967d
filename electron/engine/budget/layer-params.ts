import { ownValue } from '../../../shared/model/entries.ts';
import type { BudgetInput } from '../../../shared/model/layer-budget.ts';
import type { KnowledgeDepth, LayerName } from '../../../shared/model/layer-names.ts';

/** What a layer asks for, in tokens. */
export interface LayerParams {
  readonly min: number;
  readonly ideal: number;
  readonly max: number;
  readonly priority: number;
  readonly elasticity: number;
}

/** A budget's input in which nothing is left open. */
export interface CompleteBudgetInput extends BudgetInput {
  readonly hasActiveConversation: boolean;
  readonly knowledgeDepth: KnowledgeDepth;
  readonly prioritizeHistory: boolean;
  readonly availableBundles: Readonly<Record<string, number>>;
}

/** Fills in the defaults. */
export function completeBudgetInput(input: BudgetInput): CompleteBudgetInput {
  return {
    ...input,
    hasActiveConversation: input.hasActiveConversation ?? input.conversationMessageCount > 0,
    knowledgeDepth: input.knowledgeDepth ?? 'standard',
    prioritizeHistory: input.prioritizeHistory ?? true,
    availableBundles: input.availableBundles ?? {},
  };
}

/** Size of a kind of bundle; undefined when unknown. The map comes from outside, so only its own keys count. */
export function bundleTokens({ availableBundles }: CompleteBudgetInput, type: string): number | undefined {
  return ownValue(availableBundles, type);
}

const depthFactors: Readonly<Record<KnowledgeDepth, number>> = { minimal: 0.5, standard: 1, deep: 1.5 };

/** Floors, ideals, ceilings and priorities of all layers: the published formulas, evaluated as they are written. */
export function layerParams(input: CompleteBudgetInput): Readonly<Record<LayerName, LayerParams>> {
  const { totalBudget, userMessageTokens: message } = input;
  return {
    L0_identity: {
      min: 150,
      ideal: Math.min(400, Math.floor(totalBudget * 0.02)),
      max: 500,
      priority: 100,
      elasticity: 0,
    },
    L1_global_prefs: {
      min: 100,
      ideal: Math.min(600, Math.floor(totalBudget * 0.03)),
      max: 800,
      priority: 95,
      elasticity: 0.1,
    },
    L2_topic: topicParams(input),
    L3_entity: entityParams(input),
    L4_conversation: arcParams(input),
    L5_jit: retrievalParams(input),
    L6_message_history: historyParams(input),
    L7_user_message: { min: message, ideal: message, max: message, priority: 100, elasticity: 0 },
  };
}

/** Grows with the number of topics, shrinks under the pressure of a long conversation. */
function topicParams(input: CompleteBudgetInput): LayerParams {
  const { totalBudget, detectedTopicCount: topics, knowledgeDepth } = input;
  const pressure = Math.min(1, input.conversationTotalTokens / (totalBudget * 0.7));
  const countFactor = Math.min(2, 1 + (topics - 1) * 0.3);
  const wanted = totalBudget * 0.12 * depthFactors[knowledgeDepth] * countFactor * (1 - pressure * 0.4);
  return {
    min: topics > 0 ? 300 : 0,
    ideal: Math.floor(Math.max(0, wanted)),
    max: Math.floor(totalBudget * 0.25),
    priority: topics >= 2 || knowledgeDepth === 'deep' ? 85 : 70,
    elasticity: 0.6,
  };
}

const mostPerEntity = 400;

function entityParams({ totalBudget, detectedEntityCount: entities }: CompleteBudgetInput): LayerParams {
  const countFactor = Math.min(2, 1 + (entities - 1) * 0.4);
  const wanted = Math.min(totalBudget * 0.06 * countFactor, entities * mostPerEntity);
  return {
    min: entities > 0 ? 150 : 0,
    ideal: Math.floor(Math.max(0, wanted)),
    max: Math.floor(totalBudget * 0.12),
    priority: 65,
    elasticity: 0.7,
  };
}

/** The arc of a conversation grows with the logarithm of its length. */
function arcParams(input: CompleteBudgetInput): LayerParams {
  const { totalBudget, conversationMessageCount: count, hasActiveConversation: isActive } = input;
  const wanted = Math.floor(150 * Math.log2(Math.max(1, count) + 1) * depthFactors[input.knowledgeDepth]);
  return {
    min: isActive ? 200 : 0,
    ideal: Math.min(wanted, Math.floor(totalBudget * 0.15)),
    max: Math.floor(totalBudget * 0.2),
    priority: isActive ? 88 : 30,
    elasticity: 0.3,
  };
}

/** What is fetched just in time shrinks where topic bundles already say much. */
function retrievalParams(input: CompleteBudgetInput): LayerParams {
  const { totalBudget, knowledgeDepth } = input;
  const known = bundleTokens(input, 'topic') ?? 0;
  const coverage = 1 - Math.min(1, known / (totalBudget * 0.15));
  const wanted = totalBudget * 0.1 * Math.max(0.3, coverage) * depthFactors[knowledgeDepth];
  return {
    min: 200,
    ideal: Math.floor(wanted),
    max: Math.floor(totalBudget * 0.18),
    priority: 75,
    elasticity: 0.5,
  };
}

function historyParams(input: CompleteBudgetInput): LayerParams {
  const { totalBudget, conversationTotalTokens: tokens, prioritizeHistory } = input;
  const isDialogue = input.conversationMessageCount > 20 && prioritizeHistory;
  const wanted = Math.floor(
    totalBudget * historyShare(tokens, totalBudget) * (prioritizeHistory ? 1.3 : 1) * (isDialogue ? 1.2 : 1),
  );
  return {
    min: input.hasActiveConversation ? 500 : 0,
    ideal: Math.min(wanted, tokens),
    max: Math.floor(totalBudget * 0.6),
    priority: isDialogue ? 90 : 80,
    elasticity: 0.4,
  };
}

/** The longer the conversation, the more its arc and its summaries must carry. */
function historyShare(tokens: number, totalBudget: number): number {
  if (tokens <= 3000) return Math.min(1, tokens / totalBudget);
  if (tokens <= 10_000) return 0.35;
  return tokens <= 50_000 ? 0.3 : 0.25;
}
