/** Numbers, and texts that read as such; each bound that is there counts. */
export interface Range {
  readonly above?: number;
  readonly from?: number;
  readonly below?: number;
  readonly upTo?: number;
}

/** Whether a number is within each bound that is there. */
export function isInRange(number: number, { above, from, below, upTo }: Range): boolean {
  return (
    (above === undefined || number > above) &&
    (from === undefined || number >= from) &&
    (below === undefined || number < below) &&
    (upTo === undefined || number <= upTo)
  );
}
