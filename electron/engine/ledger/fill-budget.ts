import { candidateTypes } from '../../../shared/model/ledger.ts';
import { bestFirst } from './best-first.ts';
import type { RankedItem, Ranking } from './rank-ledger.ts';

interface FilledBudget {
  /** In order of score. */
  readonly taken: readonly RankedItem[];
  readonly tokens: number;
}

/** So many are looked at first; of more there is rarely a need. */
const firstBatch = 512;

/**
 * Chooses what fits. First warnings, then needs, each if it fits in what is left of half the budget; until one has
 * been taken, each may use all of it. Then everything else by score; what does not fit is passed over. `otherCosts` are
 * those of places that cost another number of tokens than their records do.
 */
export function fillBudget(
  ranking: Ranking,
  maxTokens: number,
  otherCosts: ReadonlyMap<number, number> = new Map(),
): FilledBudget {
  const { columns, scores, compare } = ranking;
  const costs = columns.tokens.slice();
  for (const [place, cost] of otherCosts) costs[place] = cost;
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
  for (const type of ['warning', 'need'] as const)
    takeBest(placesOf(columns.types, candidateTypes.indexOf(type)), guaranteed);
  takeBest(Array.from(costs.keys()), () => maxTokens - tokens);
  return { taken: [...taken].sort(compare).map(at => ranking.at(at)), tokens };
}

function placesOf(types: Uint8Array, type: number): number[] {
  const places: number[] = [];
  for (let place = 0; place < types.length; place += 1) if (types[place] === type) places.push(place);
  return places;
}
