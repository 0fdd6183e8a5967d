import type { Zone } from '../../../../shared/model/handoff.ts';
import { zoneStarts } from '../../../../shared/model/token-zone.ts';

interface ZoneSegment {
  readonly zone: Zone;
  readonly from: number;
  readonly to: number;
}

/** The five zones with where they begin and end, in percent of the effective limit. */
export const zoneSegments: readonly ZoneSegment[] = zoneStarts.map(({ zone, from }, index) => ({
  zone,
  from,
  to: zoneStarts[index + 1]?.from ?? 100,
}));

/** A usage in percent of an effective limit; where nothing may be used, everything is. */
export function usageOf(tokens: number, effectiveLimit: number): number {
  return effectiveLimit === 0 ? 100 : (tokens / effectiveLimit) * 100;
}
