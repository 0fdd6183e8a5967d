import { tableOf } from '../../../shared/model/entries.ts';
import type { BudgetInput, BudgetResult, LayerBudget } from '../../../shared/model/layer-budget.ts';
import { type BudgetPolicy, type LayerName, layerNames } from '../../../shared/model/layer-names.ts';
import {
  bundleTokens,
  type CompleteBudgetInput,
  completeBudgetInput,
  type LayerParams,
  layerParams,
} from './layer-params.ts';
import {
  type AllLayerParams,
  type Allocation,
  type ElasticLayer,
  elasticLayers,
  shareAsDocumented,
} from './share-documented.ts';

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

/** What each layer got, and what the layers asked for once what they have to say was known. */
interface FittedShare {
  readonly allocated: Allocation;
  readonly params: AllLayerParams;
  /** Layers that were left out because the floors did not fit. */
  readonly dropped: readonly ElasticLayer[];
}

/** Keeps what the published passes promise (`fitted`): the sum is never over the budget, floors are real. */
function shareFitted(input: CompleteBudgetInput, wanted: AllLayerParams): FittedShare {
  const params = fitParams(input, wanted);
  const message = Math.min(input.userMessageTokens, input.totalBudget);
  const allocated: Allocation = {
    L0_identity: 0,
    L1_global_prefs: 0,
    L2_topic: 0,
    L3_entity: 0,
    L4_conversation: 0,
    L5_jit: 0,
    L6_message_history: 0,
    L7_user_message: message,
  };
  let left = input.totalBudget - message;
  for (const name of ['L0_identity', 'L1_global_prefs'] as const) {
    allocated[name] = Math.min(params[name].ideal, left);
    left -= allocated[name];
  }
  const dropped = dropUntilFloorsFit(params, left);
  const kept = elasticLayers.filter(name => params[name].max > 0 && !dropped.includes(name));
  for (const name of kept) {
    allocated[name] = params[name].min;
    left -= params[name].min;
  }
  left -= shareByIdeal(allocated, params, kept, left);
  topUp(allocated, params, kept, left);
  return { allocated, params, dropped };
}

/** Who has nothing to say gets nothing; a ceiling lowers floors and ideals above it. */
function fitParams(input: CompleteBudgetInput, wanted: AllLayerParams): AllLayerParams {
  const ceilings: Partial<Record<LayerName, number | undefined>> = {
    L0_identity: bundleTokens(input, 'identity_core'),
    L1_global_prefs: bundleTokens(input, 'global_prefs'),
    L2_topic: input.detectedTopicCount === 0 ? 0 : bundleTokens(input, 'topic'),
    L3_entity: input.detectedEntityCount === 0 ? 0 : bundleTokens(input, 'entity'),
    L4_conversation: input.hasActiveConversation ? bundleTokens(input, 'conversation') : 0,
    L6_message_history: input.hasActiveConversation ? input.conversationTotalTokens : 0,
  };
  const fitted = (name: LayerName): LayerParams => {
    const params = wanted[name];
    const max = Math.min(params.max, ceilings[name] ?? params.max);
    const ideal = Math.min(params.ideal, max);
    // Floors of L0 and L1 are lowered to their ideal; those of the others are real.
    const isRigid = name === 'L0_identity' || name === 'L1_global_prefs';
    return { ...params, max, ideal, min: Math.min(params.min, isRigid ? ideal : max) };
  };
  return {
    L0_identity: fitted('L0_identity'),
    L1_global_prefs: fitted('L1_global_prefs'),
    L2_topic: fitted('L2_topic'),
    L3_entity: fitted('L3_entity'),
    L4_conversation: fitted('L4_conversation'),
    L5_jit: fitted('L5_jit'),
    L6_message_history: fitted('L6_message_history'),
    L7_user_message: wanted.L7_user_message,
  };
}

/** Whole layers go, lowest priority first; of equal ones the more elastic, then the higher number. */
function dropUntilFloorsFit(params: AllLayerParams, left: number): ElasticLayer[] {
  const order = elasticLayers.toSorted(
    (one, other) =>
      params[one].priority - params[other].priority ||
      params[other].elasticity - params[one].elasticity ||
      elasticLayers.indexOf(other) - elasticLayers.indexOf(one),
  );
  let floors = elasticLayers.reduce((sum, name) => sum + params[name].min, 0);
  const dropped: ElasticLayer[] = [];
  for (const name of order) {
    if (floors <= left) break;
    floors -= params[name].min;
    dropped.push(name);
  }
  return dropped;
}

/** The pool is fixed during this pass, so order does not matter. Returns what was given. */
function shareByIdeal(
  allocated: Allocation,
  params: AllLayerParams,
  kept: readonly ElasticLayer[],
  pool: number,
): number {
  const deltaOf = (name: ElasticLayer): number => Math.max(0, params[name].ideal - params[name].min);
  const total = kept.reduce((sum, name) => sum + deltaOf(name), 0);
  if (total === 0) return 0;
  let given = 0;
  for (const name of kept) {
    const share = deltaOf(name) / total;
    const added = Math.min(Math.floor(pool * share * (params[name].priority / 100)), deltaOf(name));
    allocated[name] += added;
    given += added;
  }
  return given;
}

/** In order of priority, first to the ideals, then to the ceilings; of equal ones the lower number first. */
function topUp(
  allocated: Allocation,
  params: AllLayerParams,
  kept: readonly ElasticLayer[],
  pool: number,
): void {
  const order = kept.toSorted((one, other) => params[other].priority - params[one].priority);
  let left = pool;
  for (const bound of ['ideal', 'max'] as const)
    for (const name of order) {
      const added = Math.min(left, Math.max(0, params[name][bound] - allocated[name]));
      allocated[name] += added;
      left -= added;
    }
}
