import type { Trace } from '../../../../shared/model/assembled-context.ts';

/** A span as shares of the whole, 0..1. */
export interface WaterfallBar {
  readonly start: number;
  readonly length: number;
}

type Span = Pick<Trace['stages'][number], 'started_ms' | 'duration_ms'>;

/** Where spans stand on a common time axis, from the earliest start to the latest end. */
export function waterfallBars(spans: readonly Span[]): WaterfallBar[] {
  const begin = Math.min(...spans.map(span => span.started_ms));
  const end = Math.max(...spans.map(span => span.started_ms + span.duration_ms));
  const whole = end - begin;
  return spans.map(span =>
    whole <= 0
      ? { start: 0, length: 0 }
      : { start: (span.started_ms - begin) / whole, length: span.duration_ms / whole },
  );
}
