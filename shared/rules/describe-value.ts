import { isMissing } from '../model/json.ts';
import { redact } from '../redaction/redact.ts';
import { textHead } from '../text-head.ts';

const maxShown = 80;
/** Read before a value is cut, so that no secret is cut in half and missed. */
const maxRead = 8192;

/** A value as it stands in a reason: JSON, without secrets, cut after 80 characters. Missing is `nothing`. */
export function showValue(value: unknown): string {
  if (isMissing(value)) return 'nothing';
  if (typeof value === 'string') return `"${clip(value)}"`;
  return clip(JSON.stringify(value));
}

/** A value with its type in words: `the text "5"`, `the number 5`, `a list of 3`. */
export function describeValue(value: unknown): string {
  if (isMissing(value)) return 'nothing';
  if (Array.isArray(value)) return `the list ${showValue(value)}`;
  return `the ${typeName(value)} ${showValue(value)}`;
}

/** JSON types in users' words. */
export function typeName(value: unknown): 'text' | 'number' | 'boolean' | 'list' | 'object' | 'null' {
  if (isMissing(value)) return 'null';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'object';
  }
}

function clip(value: string): string {
  const { text } = redact(value.slice(0, maxRead));
  return text.length > maxShown ? `${textHead(text, maxShown - 1)}…` : text;
}
