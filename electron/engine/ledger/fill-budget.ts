import { lazilySorted } from './lazily-sorted.ts';
import { betterFirst, type RankedItem } from './rank-ledger.ts';

export interface FilledBudget {
  /** In order of score. */
  readonly taken: readonly RankedItem[];
  readonly tokens: number;
}

/** Items that are passed over before those that do not fit are sorted out; only speed depends on it. */
const patience = 64;

/**
 * Chooses what fits (L4). First warnings, then needs, each if it fits in what is left of half the budget; until one has
 * been taken, each may use all of it. Then everything else by score; what does not fit is passed over.
 */
export function fillBudget(
  ranked: readonly RankedItem[],
  maxTokens: number,
  costOf: (item: RankedItem) => number,
): FilledBudget {
  const taken = new Set<RankedItem>();
  let tokens = 0;
  const takeBest = (items: readonly RankedItem[], room: () => number): void => {
    const fits = (candidate: RankedItem) => !taken.has(candidate) && costOf(candidate) <= room();
    // What does not fit now never will: room only shrinks.
    for (let rest = items.filter(fits); rest.length > 0; rest = rest.filter(fits)) {
      let passed = 0;
      for (const candidate of lazilySorted(rest, betterFirst)) {
        if (costOf(candidate) <= room()) {
          taken.add(candidate);
          tokens += costOf(candidate);
        } else passed += 1;
        if (passed === patience) break;
      }
    }
  };
  const half = Math.floor(maxTokens / 2);
  const guaranteed = () => (taken.size === 0 ? maxTokens : half - tokens);
  for (const type of ['warning', 'need'] as const)
    takeBest(
      ranked.filter(({ item }) => item.type === type),
      guaranteed,
    );
  takeBest(ranked, () => maxTokens - tokens);
  return { taken: [...taken].sort(betterFirst), tokens };
}
