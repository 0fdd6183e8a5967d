import { isJsonObject } from '../../../shared/model/json.ts';

/** Any value as lines for reading: names before values, what belongs together indented, nothing that is empty. */
export function readable(value: unknown): string {
  const text = linesOf(value).join('\n');
  return text === '' ? 'nothing' : text;
}

function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(element => bulleted(linesOf(element)));
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, inner]) => named(key, inner));
  return isEmpty(value) ? [] : String(value).split(/\r\n|[\r\n\u0085\u2028\u2029]/);
}

function named(key: string, value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0 && value.every(isShort))
    return [`${key}: ${value.join(', ')}`];
  const lines = linesOf(value);
  if (lines.length === 0) return [];
  const [only] = lines;
  const isInline = lines.length === 1 && typeof value !== 'object';
  return isInline ? [`${key}: ${only}`] : [`${key}:`, ...lines.map(line => `  ${line}`)];
}

const bulleted = (lines: readonly string[]): string[] =>
  lines.map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`));

const isShort = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && /^[^\r\n\u0085\u2028\u2029,]{0,80}$/.test(value));

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
