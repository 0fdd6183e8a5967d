/** What a typed number means: nothing, a number, or not a number at all. */
export type TypedNumber =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'invalid' };

export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
}

const written = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Reads what a user typed into a number field; grouping commas and spaces are let through ("8,000"). */
export function parseNumber(text: string): TypedNumber {
  const compact = text.trim().replace(/(?<=\d)[,\s_](?=\d{3}(?:\D|$))/g, '');
  if (compact === '') return { kind: 'empty' };
  const value = Number(compact);
  return written.test(compact) && Number.isFinite(value) ? { kind: 'number', value } : { kind: 'invalid' };
}

/** True when a value may be taken over as it is. */
export function isWithin(value: number, limits: NumberLimits): boolean {
  return value >= (limits.min ?? -Infinity) && value <= (limits.max ?? Infinity);
}

/** The next value up or down, kept within the limits and free of binary dust (0.1 + 0.2). */
export function stepNumber(from: number | undefined, direction: 1 | -1, limits: NumberLimits): number {
  const step = limits.step ?? 1;
  const decimals = Math.max(decimalsOf(step), decimalsOf(from ?? 0));
  const next = Number(((from ?? 0) + direction * step).toFixed(decimals));
  return Math.min(limits.max ?? Infinity, Math.max(limits.min ?? -Infinity, next));
}

function decimalsOf(value: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.min(15, Math.max(0, fraction.length - Number(exponent)));
}
