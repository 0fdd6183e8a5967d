import type { BudgetStrategy } from '../../../shared/model/request.ts';

/** What the budget needs to know of an item; lists of them are in placement order. */
export interface BudgetItem {
  readonly id: string;
  readonly tokens: number;
  /** Cut only after all others. */
  readonly required: boolean;
}

interface CutItem {
  readonly id: string;
  /** How many tokens the sum was over the limit when this item was taken out, or stayed out. */
  readonly over: number;
}

interface BudgetFit {
  readonly used: number;
  /** In the order in which the budget takes them out. */
  readonly cut: readonly CutItem[];
}

/** What a limit leaves of items in placement order, so that the slider can tell before the server answers. */
export function fitBudget(items: readonly BudgetItem[], limit: number, strategy: BudgetStrategy): BudgetFit {
  return strategy === 'peel' ? peel(items, limit) : pack(items, limit);
}

/** Takes the last item away until the rest fits; required ones last. */
function peel(items: readonly BudgetItem[], limit: number): BudgetFit {
  const cut: CutItem[] = [];
  let used = sumOf(items);
  for (const item of [...requiredFirst(items)].reverse()) {
    if (used <= limit) break;
    cut.push({ id: item.id, over: used - limit });
    used -= item.tokens;
  }
  return { used, cut };
}

/** Keeps every item that still fits; required ones choose first. */
function pack(items: readonly BudgetItem[], limit: number): BudgetFit {
  const cut: CutItem[] = [];
  let used = 0;
  for (const item of requiredFirst(items)) {
    if (used + item.tokens <= limit) used += item.tokens;
    else cut.push({ id: item.id, over: used + item.tokens - limit });
  }
  return { used, cut };
}

function requiredFirst(items: readonly BudgetItem[]): readonly BudgetItem[] {
  return [...items.filter(item => item.required), ...items.filter(item => !item.required)];
}

function sumOf(items: readonly BudgetItem[]): number {
  return items.reduce((sum, item) => sum + item.tokens, 0);
}
