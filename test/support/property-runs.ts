/**
 * How often a property is tried: a tenth of `whole` in every run, so that `npm test` stays short; all of it, with other
 * values each time, with `WEFT_LONG=1`.
 */
export function propertyRuns(whole: number): number {
  return process.env.WEFT_LONG === '1' ? whole : Math.ceil(whole / 10);
}
