import type { Language } from '../../shared/texts/texts.ts';
import { language } from '../texts/texts.ts';

/** What a typed number means: nothing, a number, or not a number at all. */
type TypedNumber =
  | { readonly kind: 'empty' }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'invalid' };

export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly isWhole?: boolean;
}

const plain = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** One to three digits, of which the first is no 0, then always three, with the same sign before each three. */
const grouped: Readonly<Record<Language, RegExp>> = {
  en: /^[+-]?[1-9]\d{0,2}([,\s_])\d{3}(?:\1\d{3})*(?:\.\d*)?(?:e[+-]?\d+)?$/i,
  de: /^[+-]?[1-9]\d{0,2}([.\s_])\d{3}(?:\1\d{3})*(?:,\d*)?(?:e[+-]?\d+)?$/i,
};

/**
 * Reads what a user typed into a number field, as the page writes numbers: `1,250` is 1250 in English and 1.25 in German,
 * `1.250` the other way round. A point that cannot group is a decimal point in German too (`0.6`, `0.500`, `1250.125`);
 * a comma that cannot group is nothing in English, where `0,125` may be either.
 */
export function parseNumber(text: string, of: Language = language): TypedNumber {
  const typed = text.trim();
  if (typed === '') return { kind: 'empty' };
  const group = grouped[of].exec(typed)?.[1];
  const ungrouped = group === undefined ? typed : typed.replaceAll(group, '');
  const value = plainNumber(of === 'de' ? ungrouped.replace(',', '.') : ungrouped);
  return value === undefined ? { kind: 'invalid' } : { kind: 'number', value };
}

/** A number as JSON and data have it, in any language. */
export function plainNumber(text: string): number | undefined {
  const value = Number(text);
  return plain.test(text) && Number.isFinite(value) ? value : undefined;
}

/** A number as a field shows it: with the decimal sign of the page, and nothing that would be in the way of typing. */
export function writtenNumber(value: number, of: Language = language): string {
  return of === 'de' ? String(value).replace('.', ',') : String(value);
}

/** True when a value is a part of what is only there as a whole. */
export const isFraction = (value: number, { isWhole }: NumberLimits): boolean =>
  isWhole === true && !Number.isInteger(value);

/** True when a value may be taken over as it is. */
export function isWithin(value: number, limits: NumberLimits): boolean {
  if (isFraction(value, limits)) return false;
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
