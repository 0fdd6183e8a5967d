/** Every walk at full length, and properties with other values each time: `npm run test:long`. */
export const isLong = process.env.WEFT_LONG === '1';

/**
 * How often a property is tried: a twentieth of `whole` in every run, or what part of it is given, so that `npm test` stays
 * short; all of it, with other values each time, with `WEFT_LONG=1`.
 */
export function propertyRuns(whole: number, part = 1 / 20): number {
  return isLong ? whole : Math.ceil(whole * part);
}

/** Of what is alike, at most so many in every run, from all over the list; all of it with `WEFT_LONG=1`. */
export function sampled<Value>(values: readonly Value[], most: number): readonly Value[] {
  const each = isLong ? 1 : Math.max(1, Math.ceil(values.length / most));
  return values.filter((_, index) => index % each === 0);
}
