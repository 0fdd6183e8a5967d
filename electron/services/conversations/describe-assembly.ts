import type { BudgetResult } from '../../../shared/model/layer-budget.ts';
import { type LayerName, layerNames } from '../../../shared/model/layer-names.ts';
import { expandPlan, joinExchanges } from '../../engine/conversation/join-exchanges.ts';
import type { ConversationPlan } from '../../engine/conversation/plan-conversation.ts';
import type { TextCounter } from '../../engine/conversation/text-counter.ts';
import type { ConversationHistory } from './conversation-history.ts';

/** What of the history is shown, told or left out, for whoever looks at an assembly. */
export function describePlan(plan: ConversationPlan | undefined, history: ConversationHistory | undefined) {
  const none = { states: [], summaries: [], blocks: [] };
  return {
    strategy: plan?.strategy ?? ('full' as const),
    ratio: plan?.ratio ?? null,
    ...expandPlan(plan ?? none, history?.talk ?? joinExchanges([])),
    warnings: [...(history?.work.summarizer.warnings() ?? [])],
  };
}

/** A layer that took more than it was given says so, though the whole is within its budget. */
export const overspent = ({ layers }: BudgetResult, tokens: Readonly<Record<string, number>>): string[] =>
  layerNames.flatMap(name => {
    const [used = 0, given] = [tokens[name], layers[name].allocated];
    const why = name === 'L6_message_history' ? '; earlier messages took what other layers left' : '';
    return used <= given ? [] : [`${name} took ${used} tokens and was given ${given}${why}`];
  });

/** What each layer takes, counted on its text where that is not known. */
export async function layerTokens(
  counter: TextCounter,
  sections: ReadonlyMap<LayerName, string>,
  known: Partial<Record<LayerName, number>>,
): Promise<Record<string, number>> {
  const counts = await counter.all(layerNames.map(name => sections.get(name) ?? ''));
  return Object.fromEntries(layerNames.map((name, at) => [name, known[name] ?? counts[at] ?? 0]));
}
