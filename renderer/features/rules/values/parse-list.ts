import { tryParseJson } from '../../../../shared/model/json.ts';
import type { VariableType } from '../../../../shared/model/variable-type.ts';
import { numericValue } from '../../../../shared/rules/numeric-value.ts';
import { asBoolean } from './constant-kind.ts';

/**
 * Reads what was typed or pasted into a list: a JSON array as it is, else values between lines, commas, semicolons
 * or tabs. Numbers and booleans keep their type unless the variable is a text; a quoted value always is a text.
 */
export function parseList(text: string, type: VariableType): unknown[] {
  const parsed = jsonArray(text);
  if (parsed) return parsed;
  return splitOutsideQuotes(text)
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => parseElement(part, type));
}

/** One value of a list. */
export function parseElement(text: string, type: VariableType): unknown {
  const quoted = /^(["'])(.*)\1$/.exec(text)?.[2];
  if (quoted !== undefined) return quoted;
  if (type === 'string') return text;
  return numericValue(text) ?? asBoolean(text) ?? (text === 'null' ? null : text);
}

function splitOutsideQuotes(text: string): string[] {
  return text.match(/(?:"[^"\n]*"|'[^'\n]*'(?=\s*(?:[,;\t\n]|$))|[^,;\t\r\n])+/g) ?? [];
}

function jsonArray(text: string): unknown[] | undefined {
  if (!text.trim().startsWith('[')) return undefined;
  // Text that only starts like JSON is split as text.
  const value = tryParseJson(text);
  return Array.isArray(value) ? value : undefined;
}
