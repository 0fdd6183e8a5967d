import { bestFirst } from './best-first.ts';
import type { Candidate } from './ledger-item.ts';
import type { RankedItem, Ranking } from './rank-ledger.ts';

export interface FilledBudget {
  /** In order of score. */
  readonly taken: readonly RankedItem[];
  readonly tokens: number;
}

/** So many are looked at first; of more there is rarely a need. */
const firstBatch = 512;

/**
 * Chooses what fits (L4). First warnings, then needs, each if it fits in what is left of half the budget; until one has
 * been taken, each may use all of it. Then everything else by score; what does not fit is passed over.
 */
export function fillBudget(
  ranking: Ranking,
  maxTokens: number,
  costOf: (item: Candidate) => number,
): FilledBudget {
  const { items, scores, compare } = ranking;
  const costs = items.map(costOf);
  const costAt = (place: number): number => costs[place] ?? 0;
  const taken = new Set<number>();
  let tokens = 0;
  const takeBest = (places: readonly number[], room: () => number): void => {
    let rest = places;
    for (let batch = firstBatch; rest.length > 0; batch *= 4) {
      const { best, others } = bestFirst(rest, batch, scores, compare);
      for (const place of best) {
        if (costAt(place) > room() || taken.has(place)) continue;
        taken.add(place);
        tokens += costAt(place);
      }
      // What does not fit now never will: room only shrinks.
      const left = room();
      rest = others.filter(place => costAt(place) <= left);
    }
  };
  const half = Math.floor(maxTokens / 2);
  const guaranteed = () => (taken.size === 0 ? maxTokens : half - tokens);
  const all = [...items.keys()];
  for (const type of ['warning', 'need'] as const)
    takeBest(
      all.filter(place => items[place]?.type === type),
      guaranteed,
    );
  takeBest(all, () => maxTokens - tokens);
  return { taken: [...taken].sort(compare).map(ranking.at), tokens };
}
