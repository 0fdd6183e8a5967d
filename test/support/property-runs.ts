/**
 * How often a property is tried: a tenth of `whole` in every run, or what part of it is given, so that `npm test` stays
 * short; all of it, with other values each time, with `WEFT_LONG=1`.
 */
export function propertyRuns(whole: number, part = 1 / 10): number {
  return process.env.WEFT_LONG === '1' ? whole : Math.ceil(whole * part);
}
