import { median } from '../bench/measure.ts';

/** What a process took at a moment of the run. */
export interface ResourceSample {
  /** Since the run began. */
  readonly atMs: number;
  /** Since the process began. */
  readonly ageMs: number;
  readonly rssMb: number;
  readonly descriptors: number;
}

export interface Flatness {
  readonly third: number;
  readonly fourth: number;
  readonly isFlat: boolean;
}

/**
 * Whether a figure stayed as it was over the second half of a run: the middle of its last quarter is at most a tenth, and
 * `slack`, above that of the quarter before. A process that has just started takes less, so only those count that are
 * `settledMs` old. Without samples there it is not flat: nobody knows.
 */
export function judgeFlatness(
  samples: readonly ResourceSample[],
  figure: 'rssMb' | 'descriptors',
  { slack, settledMs }: { readonly slack: number; readonly settledMs: number },
): Flatness {
  const settled = samples.filter(({ ageMs }) => ageMs >= settledMs);
  const lastMs = Math.max(0, ...samples.map(({ atMs }) => atMs));
  const within = (from: number, to: number) =>
    median(
      settled.filter(({ atMs }) => atMs > from * lastMs && atMs <= to * lastMs).map(sample => sample[figure]),
    );
  const [third, fourth] = [within(0.5, 0.75), within(0.75, 1)];
  return { third, fourth, isFlat: fourth <= third * 1.1 + slack };
}
