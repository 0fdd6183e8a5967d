import { isJsonObject } from '../model/json.ts';
import { atOnce, inStretches, type Pause } from '../stretches.ts';
import { mayHoldSecret } from './find-secrets.ts';
import type { RedactionMode } from './finding.ts';
import { type Redacted, redact, searchSecrets, shortText } from './redact.ts';

/**
 * A copy of a JSON value with every text in it redacted, names of fields too: field by field, before serialising.
 * A text under a telling name (`"password": ...`) is judged together with its name.
 */
export function redactValue<Value>(value: Value, mode: RedactionMode = 'pattern_only'): Value {
  return atOnce(sameShape(value, mode));
}

/** `redactValue` for a value of any size: asks `pause` again and again. */
export function redactValueInStretches<Value>(
  value: Value,
  mode: RedactionMode,
  pause: Pause,
): Promise<Value> {
  return inStretches(sameShape(value, mode), pause);
}

/** Stops again and again. */
type Work<Value> = Generator<void, Value>;

function* sameShape<Value>(value: Value, mode: RedactionMode): Work<Value> {
  // Texts stay texts, lists stay lists and objects keep their fields.
  return (yield* redacted(value, mode)) as Value;
}

function* redacted(value: unknown, mode: RedactionMode): Work<unknown> {
  if (typeof value === 'string') return (yield* search(value, mode)).text;
  if (Array.isArray(value)) return yield* mapped(value, element => redacted(element, mode));
  if (!isJsonObject(value)) return value;
  const { name = value.key } = value;
  const entries = yield* mapped(Object.entries(value), function* ([key, inner]) {
    const { text } = yield* search(key, mode);
    // `{"name": "DB_PASSWORD", "value": ...}`: the name stands beside.
    const told = key === 'value' && typeof name === 'string' ? name : key;
    return [text, yield* redactField(told, inner, mode)] as const;
  });
  return Object.fromEntries(entries);
}

function* mapped<Element, Result>(
  list: readonly Element[],
  map: (element: Element) => Work<Result>,
): Work<Result[]> {
  const results: Result[] = [];
  for (const element of list) {
    results.push(yield* map(element));
    yield;
  }
  return results;
}

function* search(text: string, mode: RedactionMode): Work<Redacted> {
  return text.length <= shortText ? redact(text, mode) : yield* searchSecrets(text, mode);
}

function* redactField(key: string, value: unknown, mode: RedactionMode): Work<unknown> {
  const isNameJudged = mode === 'pattern_only' || mode === 'both';
  if (isNameJudged && Array.isArray(value))
    return yield* mapped(value, element => redactField(key, element, mode));
  if (!isNameJudged || typeof value !== 'string') return yield* redacted(value, mode);
  const { text, findings } = yield* search(value, mode);
  const lead = `"${key}": "`;
  if (findings.length > 0 || !mayHoldSecret(lead)) return text;
  // Quotes inside would end the value early; they are no part of what makes it a secret.
  const asField = `${lead}${value.replace(/["\\\r\n]/g, ' ')}"`;
  const inField = yield* search(asField, mode);
  const whole = inField.findings.find(finding => finding.start === lead.length);
  return whole === undefined ? text : `[REDACTED:${whole.kind}]`;
}
