/** Deeper values break recursive code, `JSON.stringify` and `structuredClone` among them. */
export const maxJsonDepth = 64;

/**
 * Values in one text or input, each number, text, list and object counted. About what 100,000 messages or 30,000 rules
 * have; eight megabytes could hold four times as many, and in memory each is many times its letters.
 */
export const maxJsonValues = 1_000_000;

/** Of one object in a call: its keys are read in one step, and nobody names so much by hand. */
export const maxObjectKeys = 20_000;

/** Where a text goes beyond what is read, in bytes from its start, and how. */
export interface JsonExcess {
  readonly offset: number;
  readonly code: 'too_deep' | 'too_large';
  /** As in "the input" followed by it. */
  readonly reason: string;
}

/** As in 1,000,000; what knows all languages takes a millisecond to load, and every hook of an agent loads this. */
const grouped = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

const tooManyValues = (most: number): string => `has more than ${grouped(most)} values`;

/** What is said of values and texts alike. */
export const excessReasons = {
  too_deep: `is nested more than ${maxJsonDepth} levels deep`,
  get too_large() {
    return tooManyValues(maxJsonValues);
  },
  get too_many_keys() {
    return `holds an object of more than ${grouped(maxObjectKeys)} keys; give a list, or several objects`;
  },
} as const;

/** Takes the bytes of one JSON text, piece by piece; tells when depth or number of values are too much. */
interface JsonScale {
  add(bytes: Uint8Array): JsonExcess | undefined;
}

const quote = 0x22;
const backslash = 0x5c;

interface Weighed {
  /** Bytes before the piece at hand. */
  offset: number;
  depth: number;
  values: number;
  /** Of the objects and lists around the place, by their depth: how many keys began so far; a list has none. */
  readonly keys: number[];
  /** The most keys of one object. */
  mostKeys: number;
  isInText: boolean;
  isEscaped: boolean;
}

/** Weighs JSON before it is parsed: empty lists and objects count twice. What is no JSON is weighed as if it were some. */
export function createJsonScale(
  maxValues: number = maxJsonValues,
  maxKeys: number = Number.POSITIVE_INFINITY,
): JsonScale {
  const state: Weighed = {
    offset: 0,
    depth: 0,
    values: 1,
    keys: [],
    mostKeys: 0,
    isInText: false,
    isEscaped: false,
  };
  return {
    add(bytes) {
      for (let at = 0; at < bytes.length; at += 1) {
        if (state.isInText) at = endOfText(bytes, at, state);
        else weigh(bytes[at], state);
        const offset = state.offset + at;
        if (state.depth > maxJsonDepth) return { offset, code: 'too_deep', reason: excessReasons.too_deep };
        if (state.values > maxValues) return { offset, code: 'too_large', reason: tooManyValues(maxValues) };
        if (state.mostKeys > maxKeys)
          return { offset, code: 'too_large', reason: excessReasons.too_many_keys };
      }
      state.offset += bytes.length;
      return undefined;
    },
  };
}

function weigh(byte: number | undefined, state: Weighed): void {
  switch (byte) {
    case 0x22: // "
      state.isInText = true;
      break;
    case 0x5b: // [
    case 0x7b: // {
      state.depth += 1;
      state.values += 1;
      state.keys[state.depth] = byte === 0x7b ? 1 : Number.NEGATIVE_INFINITY;
      break;
    case 0x5d: // ]
    case 0x7d: // }
      state.depth -= 1;
      break;
    case 0x2c: {
      // ,
      state.values += 1;
      const keys = (state.keys[state.depth] ?? 0) + 1;
      state.keys[state.depth] = keys;
      if (keys > state.mostKeys) state.mostKeys = keys;
    }
  }
}

/** Where the text ends that goes on at `from`, or the end of the piece. */
function endOfText(bytes: Uint8Array, from: number, state: Weighed): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (state.isEscaped) state.isEscaped = false;
    else if (bytes[at] === backslash) state.isEscaped = true;
    else if (bytes[at] === quote) {
      state.isInText = false;
      return at;
    }
  }
  return bytes.length;
}
