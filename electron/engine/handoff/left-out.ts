import type { LeftOutPackage, Zone } from '../../../shared/model/handoff.ts';
import type { ComposedContext } from './compose-context.ts';
import type { RankedEntry, RankedPackage } from './rank-packages.ts';

/** Candidates that an agent does not get, in their order, and why. */
export function leftOut<Package extends RankedPackage>(
  zone: Zone,
  ranked: readonly RankedEntry<Package>[],
  { shown, stoppedBy }: Pick<ComposedContext<Package>, 'shown' | 'stoppedBy'>,
): LeftOutPackage[] {
  const taken = new Set(shown.map(({ entry }) => entry.id));
  const isClosed = zone === 'Wrap-up' || zone === 'Emergency';
  return ranked
    .filter(({ entry }) => !taken.has(entry.id))
    .map(({ entry, score, factors }) => {
      const isForbidden = isClosed || (zone === 'Conservative' && entry.priority !== 'critical');
      return { id: entry.id, reason: isForbidden ? 'zone' : (stoppedBy ?? 'limit'), score, factors };
    });
}
