import { tryParseJson } from '../../shared/model/json.ts';

/**
 * Splits a pasted or typed list into its values: a JSON array, lines, or values between commas, semicolons or tabs.
 * Quotes around a value are taken off; empty values and repeats fall away.
 */
export function splitList(text: string): string[] {
  const values = jsonArray(text) ?? text.split(/[\n\r\t,;]+/).map(unquote);
  return [...new Set(values.map(value => value.trim()).filter(value => value !== ''))];
}

function jsonArray(text: string): string[] | undefined {
  if (!text.trim().startsWith('[')) return undefined;
  // Text that only starts like JSON is split as text.
  const parsed = tryParseJson(text);
  if (!Array.isArray(parsed)) return undefined;
  return parsed.map(value => (typeof value === 'string' ? value : JSON.stringify(value)));
}

function unquote(text: string): string {
  return /^\s*(["'])(.*)\1\s*$/.exec(text)?.[2] ?? text;
}
