/** Of a budget, what is left for what stands beside a body, whatever that takes within it. */
const reserves = [1 / 8, 1 / 4, 1 / 2] as const;
/** Steps between a budget and its double, and where they begin, so that usual budgets (4,096, 12,000, 50,000) lie above one. */
const stepsToDouble = 4;
const firstStep = 0.94;

/**
 * The budget from which steps and lengths follow: the given one rounded down to one of few, so that a body begins alike
 * where its next budget is a little another. `taken` is what something beside the body takes of a budget that stays.
 */
export function stepBudgetOf(budget: number, taken: number | undefined): number {
  if (taken === undefined) {
    const step = Math.floor(Math.log2(budget / firstStep) * stepsToDouble);
    return Math.floor(firstStep * 2 ** (step / stepsToDouble));
  }
  const whole = budget + taken;
  const reserved = reserves.map(share => Math.ceil(whole * share)).find(size => size >= taken) ?? taken;
  return whole - reserved;
}
