import { isJsonObject } from '../../../shared/model/json.ts';
import type { RedactionMode } from '../redaction/finding.ts';
import { redactValue } from '../redaction/redact-value.ts';

/** Fields of traces, evaluations and errors that repeat what people or stores wrote; ids and paths are not among them. */
const textFields: ReadonlySet<string> = new Set([
  'actual',
  'engine_name',
  'message',
  'name',
  'reason',
  'rule_name',
  'shadowed',
  'value',
  'variablesUsed',
  'variables_used',
  'winner',
]);

/**
 * A copy of an evaluation, trace or problem list with the texts in it redacted (H10); ids stay, so that
 * they can be followed. `off` gives the value itself.
 */
export function redactTexts<Value>(value: Value, mode: RedactionMode): Value {
  if (mode === 'off') return value;
  // Texts stay texts, so the shape is the same.
  return redactFields(value, mode) as Value;
}

function redactFields(value: unknown, mode: RedactionMode): unknown {
  if (Array.isArray(value)) return value.map(element => redactFields(element, mode));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      textFields.has(key) ? redactValue(inner, mode) : redactFields(inner, mode),
    ]),
  );
}
