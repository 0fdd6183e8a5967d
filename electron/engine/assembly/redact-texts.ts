import { isJsonObject } from '../../../shared/model/json.ts';
import type { RedactionMode } from '../../../shared/redaction/finding.ts';
import { redact as scan } from '../../../shared/redaction/redact.ts';
import { redactValue } from '../../../shared/redaction/redact-value.ts';
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
 * An evaluation, trace or problem list with the texts in it redacted; ids stay, so that they can be followed. What
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
  if (Array.isArray(value)) return mapped(value, element => redactFields(element, mode, redact));
  if (!isJsonObject(value)) return value;
  // Made by the first field that changes.
  let changed: Map<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const before = value[key];
    const after = textFields.has(key)
      ? redactField(before, mode, redact)
      : redactFields(before, mode, redact);
    if (after !== before) changed = (changed ?? new Map<string, unknown>()).set(key, after);
  }
  if (changed === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, before]) => [key, changed.has(key) ? changed.get(key) : before]),
  );
}

/** Most texts of a trace are names, the same in every assembly. */
function redactField(value: unknown, mode: RedactionMode, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value, mode).text;
  if (!Array.isArray(value)) return redactValue(value, mode);
  return mapped(value, element => redactField(element, mode, redact));
}

/** The list with every element mapped; the same list when none became another one. */
function mapped(list: readonly unknown[], map: (element: unknown) => unknown): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const before = list[index];
    const after = map(before);
    if (after === before) continue;
    copy ??= [...list];
    copy[index] = after;
  }
  return copy ?? list;
}
