import { createMint } from '../../../shared/model/id-name.ts';
import type { ContextRule, ContextRuleEngine, EngineDraft } from '../../../shared/model/rule.ts';

/** An engine as it is stored: ids minted where a draft has none, texts empty, enabled (engines.create). */
export function completeEngine(draft: EngineDraft, takenIds: Iterable<string>): ContextRuleEngine {
  return {
    ...draft,
    id: draft.id ?? mintFrom(draft.name, 'engine', takenIds),
    description: draft.description ?? '',
    enabled: draft.enabled ?? true,
    rules: completeRules(draft.rules ?? []),
  };
}

type DraftRule = NonNullable<EngineDraft['rules']>[number];

/** Gives every rule without an id one that no other rule of the engine has. */
export function completeRules(rules: readonly DraftRule[]): ContextRule[] {
  const mint = createMint(rules.flatMap(rule => rule.id ?? []));
  return rules.map(rule => ({ ...rule, id: rule.id ?? mint(rule.name, 'rule') }));
}

/** An id like the name, with a number behind when the id is taken; upper and lower case count as the same. */
export const mintFrom = (name: string, fallback: string, takenIds: Iterable<string>): string =>
  createMint(takenIds)(name, fallback);
