import { type BudgetCliff, nextCliff } from '../../../stores/budget/budget-cliffs.ts';
import type { Budget } from '../../../stores/budget/budget-of.ts';
import { fitBudget } from '../../../stores/budget/fit-budget.ts';
import { t } from '../../../texts/texts.ts';
import { formatCounted } from '../../../ui/format-number.ts';

/** What a cliff's tick says: "recent-decisions#7 leaves below 2,940". */
export function cliffWords({ limit, leaves, returns }: BudgetCliff): string {
  const out =
    leaves.length === 1
      ? t('{leaves} leaves', { leaves: leaves.join() })
      : t('{count} items leave', { count: leaves.length });
  if (returns.length === 0) return t('{out} below {limit}', { out, limit });
  return t('{out} below {limit}, {back} {count|returns|return}', {
    out,
    limit,
    back: returns.join(', '),
    count: returns.length,
  });
}

/** What happens next when the limit goes down; undefined when the context is empty already. */
export function nextWords(budget: Budget): string | undefined {
  const next = nextCliff(budget.cliffs, budget.limit ?? Number.POSITIVE_INFINITY);
  return next && t('Next: {next}.', { next: cliffWords(next) });
}

export const strategyNames = {
  peel: t('Peel'),
  pack: t('Pack'),
} as const satisfies Record<Budget['strategy'], string>;
/** What the strategy does, in one sentence. */
export const strategyWords = {
  peel: t('Takes the last item of the last section away until the rest fits.'),
  pack: t('Keeps, from the first section on, every item that still fits.'),
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
  const said = {
    other: strategyNames[other],
    kept: shortList(regained),
    lost: shortList(lost),
    tokens: formatCounted(theirs.used, 'token'),
  };
  if (lost.length === 0) return t('{other} would keep {kept}, {tokens} in all.', said);
  if (regained.length === 0) return t('{other} would cut {lost}, {tokens} in all.', said);
  return t('{other} would keep {kept} and cut {lost}, {tokens} in all.', said);
}

function shortList(ids: readonly string[]): string {
  const [first = '', second] = ids;
  if (second === undefined) return first;
  if (ids.length === 2) return t('{first} and {second}', { first, second });
  return t('{first} and {count} more items', { first, count: ids.length - 1 });
}
