import type { Zone } from './handoff.ts';

/** Where each token zone begins, in percent of the effective limit; it ends where the next begins. */
export const zoneStarts = [
  { zone: 'Normal', from: 0 },
  { zone: 'Soft Warning', from: 60 },
  { zone: 'Conservative', from: 75 },
  { zone: 'Wrap-up', from: 85 },
  { zone: 'Emergency', from: 95 },
] as const satisfies readonly { zone: Zone; from: number }[];

/** The zone of an exact usage in percent. */
export function zoneAt(usage: number): Zone {
  return zoneStarts.findLast(({ from }) => usage >= from)?.zone ?? 'Normal';
}
