import type { Output } from '../../../shared/contract/contract.ts';
import type { Config } from '../../../shared/model/config.ts';
import { isJsonObject, type JsonObject } from '../../../shared/model/json.ts';
import type { TokenPrice } from '../../../shared/model/token-prices.ts';
import { settingName } from '../../stores/setting-names.ts';
import { t, told } from '../../texts/texts.ts';
import { type NumberLimits, writtenNumber } from '../../ui/parse-number.ts';

type ConfigOutput = Output<'config.get'>;

/** Why a key's value in the file is not used, if it is not. */
export function warningOf(warnings: ConfigOutput['warnings'], key: string): string | undefined {
  const path = `context_engineering.${key}`;
  const own = warnings.filter(one => one.key === path || one.key.startsWith(`${path}.`));
  return own.length === 0 ? undefined : own.map(({ message }) => told(message)).join('\n');
}

/** Warnings that belong to no key that can be set here: unknown keys, a file that cannot be read. */
export function otherWarnings(
  warnings: ConfigOutput['warnings'],
  keys: readonly string[],
): ConfigOutput['warnings'] {
  return warnings.filter(one => keys.every(key => warningOf([one], key) === undefined));
}

/** What a table says: defaults, and over them what is given. */
export function tableRows(
  defaults: Readonly<Record<string, number>>,
  given: Readonly<Record<string, number>>,
): { readonly name: string; readonly value: number; readonly origin: 'default' | 'changed' | 'added' }[] {
  const names = [...new Set([...Object.keys(defaults), ...Object.keys(given)])];
  return names.flatMap(name => {
    const value = given[name] ?? defaults[name];
    if (value === undefined) return [];
    const origin = given[name] === undefined ? 'default' : defaults[name] === undefined ? 'added' : 'changed';
    return [{ name, value, origin } as const];
  });
}

/** A table as the file gives it, with what cannot be read: who sets one entry leaves the others as they are. */
export const wholeTable = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** Entries of a table as the file gives them; what is no number is not among them. */
export function givenTable(value: unknown): Record<string, number> {
  return Object.fromEntries(
    Object.entries(wholeTable(value)).flatMap(([name, entry]) =>
      typeof entry === 'number' ? [[name, entry] as const] : [],
    ),
  );
}

/** Prices as the file gives them; what is none is not among them. */
export function givenPrices(value: unknown): Record<string, TokenPrice> {
  return Object.fromEntries(
    Object.entries(wholeTable(value)).flatMap(([family, entry]) => {
      if (!isJsonObject(entry) || typeof entry.input !== 'number') return [];
      const { input, cached_read: read, cache_write: write } = entry;
      const price: TokenPrice = {
        input,
        ...(typeof read === 'number' && { cached_read: read }),
        ...(typeof write === 'number' && { cache_write: write }),
      };
      return [[family, price] as const];
    }),
  );
}

/** A key that no row was made for, as its schema describes it. */
export type PlainKey = { readonly key: string; readonly label: string; readonly meaning: string } & (
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'number'; readonly limits: NumberLimits }
);

/** Keys of a JSON Schema's properties that are a switch, a choice or a number, without those that are known. */
export function plainKeys(
  properties: Readonly<Record<string, unknown>>,
  known: readonly string[],
): PlainKey[] {
  return Object.entries(properties).flatMap(([key, schema]): PlainKey[] => {
    if (known.includes(key) || !isJsonObject(schema)) return [];
    const { type, description = '', enum: options, minimum, maximum } = schema;
    const named = { key, label: settingName(key), meaning: told(String(description)) };
    if (type === 'boolean') return [{ ...named, kind: 'switch' }];
    if (Array.isArray(options)) return [{ ...named, kind: 'choice', options: options.map(String) }];
    if (type !== 'integer' && type !== 'number') return [];
    const limits = {
      ...(typeof minimum === 'number' && { min: minimum }),
      ...(typeof maximum === 'number' && { max: maximum }),
      isWhole: type === 'integer',
    };
    return [{ ...named, kind: 'number', limits }];
  });
}

/** Why four weights cannot be used together; undefined when they can. */
export function weightsProblem(weights: Config['ledger_weights']): string | undefined {
  const sum = Object.values(weights).reduce((total, one) => total + one, 0);
  if (Math.abs(sum - 1) <= 0.01 + 1e-9) return undefined;
  const shown = writtenNumber(Number(sum.toFixed(3)));
  return t('They add up to {sum}; they are saved once they add up to 1.', { sum: shown });
}
