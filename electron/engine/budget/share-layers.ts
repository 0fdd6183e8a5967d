import { tableOf } from '../../../shared/model/entries.ts';
import type { BudgetInput, BudgetResult, LayerBudget } from '../../../shared/model/layer-budget.ts';
import { type BudgetPolicy, type LayerName, layerNames } from '../../../shared/model/layer-names.ts';
import {
  type CompleteBudgetInput,
  completeBudgetInput,
  type LayerParams,
  layerParams,
} from './layer-params.ts';
import { type AllLayerParams, type Allocation, shareAsDocumented } from './share-documented.ts';
import { shareFitted } from './share-fitted.ts';

/**
 * Shares a context's tokens among its layers. `fitted` never gives more than `totalBudget`; `documented` may, and
 * then `unused` is negative. Every share is a whole number of tokens, at least 0.
 */
export function shareLayers(given: BudgetInput, policy: BudgetPolicy = 'fitted'): BudgetResult {
  const input = completeBudgetInput(given);
  const wanted = layerParams(input);
  const share =
    policy === 'fitted'
      ? shareFitted(input, wanted)
      : { allocated: shareAsDocumented(input, wanted), params: wanted, dropped: [] };
  const { allocated, params, dropped } = share;
  const overflow_tokens = Math.max(0, input.userMessageTokens - input.totalBudget);
  const sum = Object.values(allocated).reduce((total, tokens) => total + tokens, 0);
  const why = (name: LayerName): string =>
    whyLayer(name, { input, policy, params, allocated, dropped, overflow: overflow_tokens });
  return {
    policy,
    layers: describeLayers(params, allocated, why),
    unused: input.totalBudget - sum,
    overflow_tokens,
  };
}

function describeLayers(
  params: AllLayerParams,
  allocated: Allocation,
  why: (name: LayerName) => string,
): Record<LayerName, LayerBudget> {
  return tableOf(layerNames, name => ({ ...params[name], allocated: allocated[name], why: why(name) }));
}

interface Shared {
  readonly input: CompleteBudgetInput;
  readonly policy: BudgetPolicy;
  readonly params: AllLayerParams;
  readonly allocated: Allocation;
  readonly dropped: readonly LayerName[];
  /** Tokens by which the message alone is too large. */
  readonly overflow: number;
}

/** Why a layer got what it got, in one sentence. */
function whyLayer(name: LayerName, shared: Shared): string {
  const { input, params, allocated, dropped, overflow } = shared;
  const got = allocated[name];
  if (name === 'L7_user_message')
    return overflow > 0
      ? `The message is ${overflow} tokens larger than the whole budget.`
      : 'The message is always there, whole.';
  if (overflow > 0 && shared.policy === 'fitted') return 'The message alone takes the whole budget.';
  const silence = silenceOf(name, input);
  if (got === 0 && silence !== undefined) return silence;
  if (got === 0 && params[name].max === 0) return 'What it would hold is known to be empty.';
  if (dropped.includes(name))
    return `The floors of all layers did not fit, and its priority of ${params[name].priority} is among the lowest.`;
  return whyShare(got, params[name]);
}

/** Where a share lies among what the layer asked for. */
function whyShare(got: number, { min, ideal, max, priority }: LayerParams): string {
  // Who is rigid gets its ideal, also where that is below its floor.
  if (got < min && got !== ideal)
    return `Cut below its floor of ${min}: the floors of all layers did not fit.`;
  if (got === max) return 'Its ceiling: what more was left went to others.';
  if (got === min && min > ideal) return `Its floor, which is above its ideal of ${ideal}.`;
  if (got > ideal)
    return `More than its ideal of ${ideal}: tokens were left, and its priority is ${priority}.`;
  if (got === ideal) return 'Exactly its ideal.';
  if (got === min) return 'Its floor: nothing was left above the floors.';
  return `Between its floor of ${min} and its ideal of ${ideal}: its part of what was left.`;
}

/** Why a layer has nothing to say; undefined where it has. */
function silenceOf(name: LayerName, input: CompleteBudgetInput): string | undefined {
  if (name === 'L2_topic' && input.detectedTopicCount === 0) return 'No topic was found in the message.';
  if (name === 'L3_entity' && input.detectedEntityCount === 0) return 'No entity was found in the message.';
  const isOfConversation = name === 'L4_conversation' || name === 'L6_message_history';
  return isOfConversation && !input.hasActiveConversation ? 'No conversation is going on.' : undefined;
}
