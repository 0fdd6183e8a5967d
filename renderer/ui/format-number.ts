import { locale, nounOf } from '../texts/texts.ts';

const counts = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

/** A whole number with thousands separated: `2,940`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

const decimalsWith = (digits: number) =>
  new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });

/** By how many digits they write behind the point: to make one takes longer than to write a page of numbers with it. */
const decimals = {
  0: decimalsWith(0),
  1: decimalsWith(1),
  2: decimalsWith(2),
  3: decimalsWith(3),
  4: decimalsWith(4),
} as const;

/** A number with so many digits behind its point: `0.50`. */
export function formatDecimal(value: number, digits: keyof typeof decimals): string {
  return decimals[digits].format(value);
}

/** A count with its noun: `1 item`, `2 items`, `5 memories`. */
export const formatCounted: typeof nounOf = (count, noun, plural) =>
  `${formatCount(count)} ${nounOf(count, noun, plural)}`;

/** A change with its sign, so that a gain and a loss cannot be mixed up: `+120`, `−84`, `±0`. */
export function formatChange(change: number): string {
  if (change === 0) return '±0';
  return change > 0 ? `+${formatCount(change)}` : `−${formatCount(-change)}`;
}

/** Milliseconds as a reader takes them in: `0.1 ms`, `24 ms`, `1.2 s`. */
export function formatMs(milliseconds: number): string {
  if (milliseconds >= 1000) return `${formatDecimal(milliseconds / 1000, 1)} s`;
  return `${formatDecimal(milliseconds, milliseconds >= 99.95 ? 0 : 1)} ms`;
}
