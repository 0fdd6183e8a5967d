import { isJsonObject } from '../../../shared/model/json.ts';
import type { RedactionMode } from '../redaction/finding.ts';
import { redact as scan } from '../redaction/redact.ts';
import { redactValue } from '../redaction/redact-value.ts';
import type { Redact } from './redact-items.ts';

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
 * An evaluation, trace or problem list with the texts in it redacted (H10); ids stay, so that they can be followed. What
 * nothing was redacted in stays the same object, so that a long trace costs little; `off` gives the value itself.
 * `redact` may be one that remembers.
 */
export function redactTexts<Value>(value: Value, mode: RedactionMode, redact: Redact = scan): Value {
  if (mode === 'off') return value;
  // Texts stay texts, so the shape is the same.
  return redactFields(value, mode, redact) as Value;
}

function redactFields(value: unknown, mode: RedactionMode, redact: Redact): unknown {
  if (typeof value !== 'object') return value;
  if (Array.isArray(value))
    return sameIfEqual(
      value,
      value.map(element => redactFields(element, mode, redact)),
    );
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value);
  const redacted = keys.map(key =>
    textFields.has(key) ? redactField(value[key], mode, redact) : redactFields(value[key], mode, redact),
  );
  if (keys.every((key, index) => redacted[index] === value[key])) return value;
  return Object.fromEntries(keys.map((key, index) => [key, redacted[index]]));
}

/** Most texts of a trace are names, the same in every assembly. */
function redactField(value: unknown, mode: RedactionMode, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value, mode).text;
  if (!Array.isArray(value)) return redactValue(value, mode);
  return sameIfEqual(
    value,
    value.map(element => redactField(element, mode, redact)),
  );
}

const sameIfEqual = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] =>
  after.every((element, index) => element === before[index]) ? before : after;
