import { isJsonObject } from '../../../shared/model/json.ts';
import { mayHoldSecret } from './find-secrets.ts';
import type { RedactionMode } from './finding.ts';
import { redact } from './redact.ts';

/**
 * A copy of a JSON value with every text in it redacted, names of fields too: field by field, before serialising (H10).
 * A text under a telling name (`"password": ...`) is judged together with its name.
 */
export function redactValue(value: unknown, mode: RedactionMode = 'pattern_only'): unknown {
  if (typeof value === 'string') return redact(value, mode).text;
  if (Array.isArray(value)) return value.map(element => redactValue(element, mode));
  if (!isJsonObject(value)) return value;
  const { name = value.key } = value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      redact(key, mode).text,
      // `{"name": "DB_PASSWORD", "value": ...}`: the name stands beside.
      redactField(key === 'value' && typeof name === 'string' ? name : key, inner, mode),
    ]),
  );
}

function redactField(key: string, value: unknown, mode: RedactionMode): unknown {
  const isNameJudged = mode === 'pattern_only' || mode === 'both';
  if (isNameJudged && Array.isArray(value)) return value.map(element => redactField(key, element, mode));
  if (!isNameJudged || typeof value !== 'string') return redactValue(value, mode);
  const { text, findings } = redact(value, mode);
  const lead = `"${key}": "`;
  if (findings.length > 0 || !mayHoldSecret(lead)) return text;
  // Quotes inside would end the value early; they are no part of what makes it a secret.
  const asField = `${lead}${value.replace(/["\\\r\n]/g, ' ')}"`;
  const whole = redact(asField, mode).findings.find(finding => finding.start === lead.length);
  return whole === undefined ? text : `[REDACTED:${whole.kind}]`;
}
