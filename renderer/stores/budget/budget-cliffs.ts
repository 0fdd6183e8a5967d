import type { BudgetStrategy } from '../../../shared/model/request.ts';
import { type BudgetItem, fitBudget } from './fit-budget.ts';

/** A limit below which the context changes: one token less, and these items leave or come back. */
export interface BudgetCliff {
  readonly limit: number;
  readonly leaves: readonly string[];
  /** Only `pack` lets a smaller item back in where a larger one left. */
  readonly returns: readonly string[];
}

/** With many small items a track full of ticks tells nothing; `pack` may have as many cliffs as sums. */
const mostCliffs = 200;

/**
 * Every limit at which something changes, from the sum of all items downwards.
 * What a limit keeps stays the same down to what is used there, so each next cliff stands one token below.
 */
export function budgetCliffs(items: readonly BudgetItem[], strategy: BudgetStrategy): BudgetCliff[] {
  const cliffs: BudgetCliff[] = [];
  let above = fitBudget(items, Number.POSITIVE_INFINITY, strategy);
  while (above.used > 0 && cliffs.length < mostCliffs) {
    const below = fitBudget(items, above.used - 1, strategy);
    const [out, outBefore] = [below.cut, above.cut].map(cut => cut.map(({ id }) => id));
    cliffs.push({ limit: above.used, leaves: without(out, outBefore), returns: without(outBefore, out) });
    above = below;
  }
  return cliffs;
}

/** The next change when the limit goes down from here; undefined when nothing is left. */
export function nextCliff(cliffs: readonly BudgetCliff[], limit: number): BudgetCliff | undefined {
  return cliffs.find(cliff => cliff.limit <= limit);
}

function without(ids: readonly string[] = [], others: readonly string[] = []): string[] {
  const known = new Set(others);
  return ids.filter(id => !known.has(id));
}
