import { isJsonObject, type JsonObject } from '../model/json.ts';
import { atOnce, inStretches, type Pause } from '../stretches.ts';
import { mayHoldSecret } from './find-secrets.ts';
import type { RedactionMode } from './finding.ts';
import { type Redacted, redact, searchSecrets, shortText } from './redact.ts';

/**
 * A JSON value with every text in it redacted, names of fields too: field by field, before serialising; the value itself
 * where nothing of a small one may be a secret. A text under a telling name (`"password": ...`) is judged together with
 * its name.
 */
export function redactValue<Value>(value: Value, mode: RedactionMode = 'pattern_only'): Value {
  return isHarmless(value, mode) ? value : atOnce(sameShape(value, mode));
}

/** `redactValue` for a value of any size: asks `pause` again and again. */
export async function redactValueInStretches<Value>(
  value: Value,
  mode: RedactionMode,
  pause: Pause,
): Promise<Value> {
  return isHarmless(value, mode) ? value : inStretches(sameShape(value, mode), pause);
}

/** Letters and values that are looked at without a stop. */
const smallLetters = 32 * 1024;
const smallValues = 1000;

/** Most values are small and hold nothing, which is told without a copy. False also where it would take long to tell. */
function isHarmless(value: unknown, mode: RedactionMode): boolean {
  if (mode !== 'pattern_only') return false;
  const left = { letters: smallLetters, values: smallValues };
  const isText = (text: string): boolean => {
    left.letters -= text.length;
    return left.letters >= 0 && redact(text, mode).findings.length === 0;
  };
  const isValue = (inner: unknown): boolean => {
    left.values -= 1;
    if (left.values < 0) return false;
    if (typeof inner === 'string') return isText(inner);
    if (Array.isArray(inner)) return inner.every(isValue);
    return !isJsonObject(inner) || Object.entries(inner).every(entry => isField(inner, ...entry));
  };
  const isField = (object: JsonObject, key: string, inner: unknown): boolean =>
    isText(key) && !(hasText(inner) && mayHoldSecret(leadOf(nameOf(object, key)))) && isValue(inner);
  return isValue(value);
}

/** Texts that are judged together with the name they stand under. */
const hasText = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.some(hasText));

/** `{"name": "DB_PASSWORD", "value": ...}`: the name stands beside. */
function nameOf(object: JsonObject, key: string): string {
  if (key !== 'value') return key;
  const { name = object.key } = object;
  return typeof name === 'string' ? name : key;
}

const leadOf = (key: string): string => `"${key}": "`;

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
  const entries = yield* mapped(Object.entries(value), function* ([key, inner]) {
    const { text } = yield* search(key, mode);
    return [text, yield* redactField(nameOf(value, key), inner, mode)] as const;
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
  const lead = leadOf(key);
  if (findings.length > 0 || !mayHoldSecret(lead)) return text;
  // Quotes inside would end the value early; they are no part of what makes it a secret.
  const asField = `${lead}${value.replace(/["\\\r\n]/g, ' ')}"`;
  const inField = yield* search(asField, mode);
  const whole = inField.findings.find(finding => finding.start === lead.length);
  return whole === undefined ? text : `[REDACTED:${whole.kind}]`;
}
