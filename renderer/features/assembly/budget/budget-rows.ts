import type { Budget } from '../../../stores/budget/budget-of.ts';
import type { ContributedItem } from '../../../stores/budget/contributed-items.ts';
import { fitBudget } from '../../../stores/budget/fit-budget.ts';

export interface BudgetRow {
  readonly id: string;
  readonly memoryId: string;
  readonly text: string;
  readonly section: ContributedItem['section'];
  readonly tokens: number;
  readonly required: boolean;
  /** Tokens of the kept items up to and with this one; undefined for a cut one. */
  readonly sum: number | undefined;
  /** The how-manieth cut it was, from 1, and by how much the sum was over the limit then. */
  readonly cut: { readonly order: number; readonly over: number | undefined } | undefined;
}

/** The budget's items as a table in placement order. */
export function budgetRows({ items, limit, strategy, counts }: Budget): BudgetRow[] {
  const fit = limit === undefined || counts === 'rendered' ? [] : fitBudget(items, limit, strategy).cut;
  const overs = new Map(fit.map((item, order) => [item.id, { order: order + 1, over: item.over }]));
  let sum = 0;
  return items.map(({ id, text, section, tokens, required, kept, cutOrder }) => {
    if (kept) sum += tokens;
    const cut = kept ? undefined : { order: (cutOrder ?? 0) + 1, over: overs.get(id)?.over };
    return {
      id,
      memoryId: id.slice(0, id.lastIndexOf('#')),
      text,
      section,
      tokens,
      required,
      sum: kept ? sum : undefined,
      cut,
    };
  });
}

/**
 * The row at which what is kept ends now, when another limit moved that: the item that left last, else the one that came
 * back last; undefined when the same rows are kept and cut as before.
 */
export function crossedRow(before: readonly BudgetRow[], now: readonly BudgetRow[]): BudgetRow | undefined {
  const wasCut = new Map(before.map(({ id, cut }) => [id, cut !== undefined]));
  const left = now.filter(({ id, cut }) => cut !== undefined && wasCut.get(id) === false);
  const back = now.findLast(({ id, cut }) => cut === undefined && wasCut.get(id) === true);
  return left.toSorted((one, other) => (other.cut?.order ?? 0) - (one.cut?.order ?? 0))[0] ?? back;
}
