import { isJsonObject, type JsonObject } from '../model/json.ts';
import { atOnce, inStretches, type Pause } from '../stretches.ts';
import { mayHoldSecret } from './find-secrets.ts';
import type { RedactionMode } from './finding.ts';
import { redact, searchSecrets } from './redact.ts';

/**
 * A JSON value with every text in it redacted, names of fields too: field by field, before serialising; the value itself,
 * and each part of it, where nothing of it is a secret. A text under a telling name (`"password": ...`) is judged together
 * with its name.
 */
export function redactValue<Value>(value: Value, mode: RedactionMode = 'pattern_only'): Value {
  // Texts stay texts, lists stay lists and objects keep their fields.
  return redacted(value, createNames(mode)) as Value;
}

/** `redactValue` for a value of any size: asks `pause` again and again. */
export async function redactValueInStretches<Value>(
  value: Value,
  mode: RedactionMode,
  pause: Pause,
): Promise<Value> {
  // As above.
  return (await inStretches(inSteps(value, createNames(mode)), pause)) as Value;
}

function redacted(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return redact(value, names.mode).text;
  if (Array.isArray(value))
    return listOf(
      value,
      value.map(element => redacted(element, names)),
    );
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(
    ([key, inner]): Field => [names.clean(key), redactField(nameOf(value, key), inner, names)],
  );
  return objectOf(value, fields);
}

function redactField(name: string, value: unknown, names: Names): unknown {
  if (!names.isTelling(name)) return redacted(value, names);
  if (Array.isArray(value))
    return listOf(
      value,
      value.map(element => redactField(name, element, names)),
    );
  if (typeof value !== 'string') return redacted(value, names);
  const { text, findings } = redact(value, names.mode);
  return findings.length > 0 ? text : atOnce(withName(name, value, names.mode));
}

/** The same piece by piece; stops again and again. */
type Work<Value> = Generator<void, Value>;

function* inSteps(value: unknown, names: Names): Work<unknown> {
  if (isSmall(value)) return redacted(value, names);
  if (typeof value === 'string') return (yield* searchSecrets(value, names.mode)).text;
  if (Array.isArray(value)) return listOf(value, yield* mapped(value, element => inSteps(element, names)));
  if (!isJsonObject(value)) return value;
  const fields = yield* mapped(Object.entries(value), function* ([key, inner]): Work<Field> {
    const clean = isSmall(key) ? names.clean(key) : (yield* searchSecrets(key, names.mode)).text;
    return [clean, yield* fieldInSteps(nameOf(value, key), inner, names)];
  });
  return objectOf(value, fields);
}

function* fieldInSteps(name: string, value: unknown, names: Names): Work<unknown> {
  if (isSmall(value) && isSmall(name)) return redactField(name, value, names);
  if (!names.isTelling(name)) return yield* inSteps(value, names);
  if (Array.isArray(value))
    return listOf(value, yield* mapped(value, element => fieldInSteps(name, element, names)));
  if (typeof value !== 'string') return yield* inSteps(value, names);
  const { text, findings } = yield* searchSecrets(value, names.mode);
  return findings.length > 0 ? text : yield* withName(name, value, names.mode);
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

/** A text without a secret of its own, judged as what stands under a telling name. */
function* withName(name: string, text: string, mode: RedactionMode): Work<string> {
  const lead = leadOf(name);
  // Quotes inside would end the value early; they are no part of what makes it a secret.
  const asField = `${lead}${text.replace(/["\\\r\n]/g, ' ')}"`;
  const { findings } = yield* searchSecrets(asField, mode);
  const whole = findings.find(({ start }) => start === lead.length);
  return whole === undefined ? text : `[REDACTED:${whole.kind}]`;
}

const leadOf = (name: string): string => `"${name}": "`;

/** `{"name": "DB_PASSWORD", "value": ...}`: the name stands beside. */
function nameOf(object: JsonObject, key: string): string {
  if (key !== 'value') return key;
  const { name = object.key } = object;
  return typeof name === 'string' ? name : key;
}

const listOf = (list: readonly unknown[], clean: readonly unknown[]): readonly unknown[] =>
  clean.every((element, at) => element === list[at]) ? list : clean;

type Field = readonly [key: string, value: unknown];

/** `clean` has the fields of the object in their order. */
function objectOf(object: JsonObject, clean: readonly Field[]): object {
  const keys = Object.keys(object);
  const isSame = clean.every(([key, value], at) => key === keys[at] && value === object[key]);
  return isSame ? object : Object.fromEntries(clean);
}

/** Letters and values that are looked at without a stop. */
const smallLetters = 32 * 1024;
const smallValues = 1000;

function isSmall(value: unknown): boolean {
  const left = { letters: smallLetters, values: smallValues };
  const fits = (inner: unknown): boolean => {
    left.values -= 1;
    if (typeof inner === 'string') left.letters -= inner.length;
    if (left.values < 0 || left.letters < 0) return false;
    if (Array.isArray(inner)) return inner.every(fits);
    return !isJsonObject(inner) || Object.entries(inner).every(([key, field]) => fits(key) && fits(field));
  };
  return fits(value);
}

/** What is known of names of fields: the same ones come again and again. */
interface Names {
  readonly mode: RedactionMode;
  /** The name without its secrets. */
  clean(name: string): string;
  /** Whether texts that stand under it are judged together with it. */
  isTelling(name: string): boolean;
}

/** So many are remembered. */
const mostNames = 1000;

function createNames(mode: RedactionMode): Names {
  const isNameJudged = mode === 'pattern_only' || mode === 'both';
  return {
    mode,
    clean: remembered(name => redact(name, mode).text),
    isTelling: remembered(name => isNameJudged && mayHoldSecret(leadOf(name))),
  };
}

function remembered<Value>(find: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>();
  return name => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = find(name);
    if (known.size < mostNames) known.set(name, found);
    return found;
  };
}
