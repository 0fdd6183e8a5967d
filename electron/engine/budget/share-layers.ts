import type { BudgetInput, BudgetResult, LayerBudget } from '../../../shared/model/layer-budget.ts';
import { type BudgetPolicy, type LayerName, layerNames } from '../../../shared/model/layer-names.ts';
import { completeBudgetInput, layerParams } from './layer-params.ts';
import { type AllLayerParams, type Allocation, shareAsDocumented } from './share-documented.ts';
import { shareFitted } from './share-fitted.ts';
import { whyLayer } from './why-layer.ts';

/**
 * Shares a context's tokens among its layers (B). `fitted` never gives more than `totalBudget`; `documented` may, and
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
  const entries = layerNames.map((name): [LayerName, LayerBudget] => [
    name,
    { ...params[name], allocated: allocated[name], why: why(name) },
  ]);
  // One entry for each name.
  return Object.fromEntries(entries) as Record<LayerName, LayerBudget>;
}
