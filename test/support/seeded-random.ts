/** A repeatable source of randomness for generated test data (mulberry32). */
export interface SeededRandom {
  /** A number in 0..1, 1 excluded. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
  /** So many characters of an alphabet. */
  text(alphabet: string, length: number): string;
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: values => values[between(0, values.length - 1)] ?? values[0],
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(between(0, alphabet.length - 1))).join(''),
  };
}
