import { idFromName } from '../../shared/model/id-name.ts';
import type { ContextRule, ContextRuleEngine, EngineDraft } from '../../shared/model/rule.ts';

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
  const taken = new Set(rules.flatMap(rule => rule.id ?? []));
  return rules.map(rule => {
    const id = rule.id ?? mintFrom(rule.name, 'rule', taken);
    taken.add(id);
    return { ...rule, id };
  });
}

/** An id like the name, with a number behind when the id is taken; upper and lower case count as the same (M1). */
export function mintFrom(name: string, fallback: string, takenIds: Iterable<string>): string {
  const taken = new Set([...takenIds].map(id => id.toLowerCase()));
  const base = idFromName(name, fallback);
  if (!taken.has(base.toLowerCase())) return base;
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`;
    // At most 64 characters, and no dash before the dash.
    const id = base.slice(0, 64 - suffix.length).replace(/[-_]+$/, '') + suffix;
    if (!taken.has(id.toLowerCase())) return id;
  }
}
