/** What a row of prompts costs and keeps, as a provider with a cache of prefixes counts it. */
export interface Reuse {
  /** Of each prompt but the first: part of the prompt before that it begins with. */
  readonly shares: readonly number[];
  /** In tokens that are read at the full price. */
  readonly cost: number;
  /** The same, of prompts from which something was left out. */
  readonly costCut: number;
}

/**
 * Of one way to order prompts: part of the prompt before that is kept, on average, and the price of all prompts, and of
 * those that are over the budget. As long as all fits, every order is the same.
 */
export interface OrderFigures {
  readonly kept: number;
  readonly cost: number;
  readonly costCut: number;
}

/** Published prices as parts of the price of input: of what is read from the cache, and of what is written into it. */
export const prices = { cachedRead: 0.1, cacheWrite: 1.25 } as const;

/** A token takes about so many characters, in every prompt alike. */
const charactersPerToken = 4;

/** Follows prompts one after the other; nothing is remembered of any but the last. */
export function followPrompts() {
  const shares: number[] = [];
  let cost = 0;
  let costCut = 0;
  let before: string | undefined;
  return {
    add(prompt: string, isCut = false): void {
      const kept = before === undefined ? 0 : commonLength(before, prompt);
      if (before !== undefined) shares.push(before === '' ? 1 : kept / before.length);
      const price = kept * prices.cachedRead + (prompt.length - kept) * prices.cacheWrite;
      cost += price;
      if (isCut) costCut += price;
      before = prompt;
    },
    reuse: (): Reuse => ({
      shares,
      cost: cost / charactersPerToken,
      costCut: costCut / charactersPerToken,
    }),
  };
}

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  // In strides first: prompts are long and differ late.
  let at = 0;
  while (at + stride <= most && one.slice(at, at + stride) === other.slice(at, at + stride)) at += stride;
  while (at < most && one[at] === other[at]) at += 1;
  return at;
}

const stride = 1024;
