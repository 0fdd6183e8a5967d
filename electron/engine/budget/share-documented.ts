import type { LayerName } from '../../../shared/model/layer-names.ts';
import type { CompleteBudgetInput, LayerParams } from './layer-params.ts';

/** The layers that share what the rigid ones leave. */
export const elasticLayers = [
  'L2_topic',
  'L3_entity',
  'L4_conversation',
  'L5_jit',
  'L6_message_history',
] as const satisfies readonly LayerName[];
export type ElasticLayer = (typeof elasticLayers)[number];

export type Allocation = Record<LayerName, number>;
export type AllLayerParams = Readonly<Record<LayerName, LayerParams>>;

/**
 * The published passes, to the token (`documented`). They can give more than there is: the message, the identity
 * and the preferences are never cut.
 */
export function shareAsDocumented(input: CompleteBudgetInput, params: AllLayerParams): Allocation {
  const allocated: Allocation = {
    L0_identity: Math.min(params.L0_identity.ideal, params.L0_identity.max),
    L1_global_prefs: Math.min(params.L1_global_prefs.ideal, params.L1_global_prefs.max),
    L2_topic: params.L2_topic.min,
    L3_entity: params.L3_entity.min,
    L4_conversation: params.L4_conversation.min,
    L5_jit: params.L5_jit.min,
    L6_message_history: params.L6_message_history.min,
    L7_user_message: input.userMessageTokens,
  };
  const left = input.totalBudget - Object.values(allocated).reduce((sum, tokens) => sum + tokens, 0);
  if (left < 0) cutLowest(allocated, params, -left);
  else fillHighest(allocated, params, shareByIdeal(allocated, params, left));
  return allocated;
}

function cutLowest(allocated: Allocation, params: AllLayerParams, deficit: number): void {
  let missing = deficit;
  for (const name of elasticLayers.toSorted(
    (left, right) => params[left].priority - params[right].priority,
  )) {
    const cut = Math.min(missing, allocated[name]);
    allocated[name] -= cut;
    missing -= cut;
  }
}

/** What is left runs down while the layers take their part of it, in their fixed order. Returns the rest. */
function shareByIdeal(allocated: Allocation, params: AllLayerParams, left: number): number {
  const deltaOf = (name: ElasticLayer): number => Math.max(0, params[name].ideal - params[name].min);
  const total = elasticLayers.reduce((sum, name) => sum + deltaOf(name), 0);
  if (total === 0) return left;
  let remaining = left;
  for (const name of elasticLayers) {
    const { max, priority } = params[name];
    const part = Math.floor(remaining * ((deltaOf(name) / total) * (priority / 100)));
    const added = Math.min(part, max - allocated[name], deltaOf(name));
    allocated[name] += added;
    remaining -= added;
  }
  return remaining;
}

function fillHighest(allocated: Allocation, params: AllLayerParams, left: number): void {
  let remaining = left;
  const open = elasticLayers.filter(name => allocated[name] < params[name].max);
  for (const name of open.toSorted((left, right) => params[right].priority - params[left].priority)) {
    if (remaining <= 0) break;
    const added = Math.min(remaining, params[name].max - allocated[name]);
    allocated[name] += added;
    remaining -= added;
  }
}
