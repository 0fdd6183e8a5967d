import { type BudgetCliff, nextCliff } from '../../../stores/budget/budget-cliffs.ts';
import type { Budget } from '../../../stores/budget/budget-of.ts';
import { fitBudget } from '../../../stores/budget/fit-budget.ts';
import { formatCount, formatCounted } from '../../../ui/format-number.ts';

/** What a cliff's tick says: "recent-decisions#7 leaves below 2,940". */
export function cliffWords({ limit, leaves, returns }: BudgetCliff): string {
  const out = leaves.length === 1 ? `${leaves[0]} leaves` : `${leaves.length} items leave`;
  const back =
    returns.length === 0 ? '' : `, ${returns.join(', ')} ${returns.length === 1 ? 'returns' : 'return'}`;
  return `${out} below ${formatCount(limit)}${back}`;
}

/** What happens next when the limit goes down; undefined when the context is empty already. */
export function nextWords(budget: Budget): string | undefined {
  const next = nextCliff(budget.cliffs, budget.limit ?? Number.POSITIVE_INFINITY);
  return next && `Next: ${cliffWords(next)}.`;
}

/** What the strategy does, in one sentence. */
export const strategyWords = {
  peel: 'Takes the last item of the last section away until the rest fits.',
  pack: 'Keeps, from the first section on, every item that still fits.',
} as const satisfies Record<Budget['strategy'], string>;

/** What the other strategy would do at this limit; undefined where it makes no difference. */
export function otherStrategyWords({ items, limit, strategy, counts }: Budget): string | undefined {
  if (limit === undefined || counts === 'rendered') return undefined;
  const other = strategy === 'peel' ? 'pack' : 'peel';
  const [mine, theirs] = [fitBudget(items, limit, strategy), fitBudget(items, limit, other)];
  const [mineCut, theirCut] = [mine, theirs].map(fit => new Set(fit.cut.map(item => item.id)));
  const regained = [...(mineCut ?? [])].filter(id => !theirCut?.has(id));
  const lost = [...(theirCut ?? [])].filter(id => !mineCut?.has(id));
  if (regained.length + lost.length === 0) return undefined;
  const gains = regained.length === 0 ? '' : ` keep ${shortList(regained)}`;
  const losses = lost.length === 0 ? '' : `${gains === '' ? '' : ' and'} cut ${shortList(lost)}`;
  return `${other === 'pack' ? 'Pack' : 'Peel'} would${gains}${losses}, ${formatCounted(theirs.used, 'token')} in all.`;
}

function shortList(ids: readonly string[]): string {
  if (ids.length <= 2) return ids.join(' and ');
  return `${ids[0]} and ${formatCount(ids.length - 1)} more items`;
}
