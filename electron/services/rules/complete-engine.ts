import { idFromName } from '../../../shared/model/id-name.ts';
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

/** Mints one id after the other, none of them twice. */
function createMint(takenIds: Iterable<string>): (name: string, fallback: string) => string {
  const taken = new Set([...takenIds].map(id => id.toLowerCase()));
  // Numbers below were taken before: of thousands of one name, each would try all.
  const nextNumbers = new Map<string, number>();
  return (name, fallback) => {
    const base = idFromName(name, fallback);
    let id = base;
    for (let number = nextNumbers.get(base) ?? 2; taken.has(id.toLowerCase()); number += 1) {
      id = withNumber(base, number);
      nextNumbers.set(base, number + 1);
    }
    taken.add(id.toLowerCase());
    return id;
  };
}

/** At most 64 characters, and no dash before the dash. */
function withNumber(base: string, number: number): string {
  const suffix = `-${number}`;
  return base.slice(0, 64 - suffix.length).replace(/[-_]+$/, '') + suffix;
}
