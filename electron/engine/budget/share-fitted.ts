import type { LayerName } from '../../../shared/model/layer-names.ts';
import { bundleTokens, type CompleteBudgetInput, type LayerParams } from './layer-params.ts';
import {
  type AllLayerParams,
  type Allocation,
  type ElasticLayer,
  elasticLayers,
} from './share-documented.ts';

/** What each layer got, and what the layers asked for once what they have to say was known. */
export interface FittedShare {
  readonly allocated: Allocation;
  readonly params: AllLayerParams;
  /** Layers that were left out because the floors did not fit. */
  readonly dropped: readonly ElasticLayer[];
}

/** Keeps what the published passes promise (`fitted`): the sum is never over the budget, floors are real. */
export function shareFitted(input: CompleteBudgetInput, wanted: AllLayerParams): FittedShare {
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
