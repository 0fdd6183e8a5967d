import type { Bundle } from '../../../shared/model/profile.ts';
import { type BundlePlace, bundleId, expiryOf, type FetchedBundle, keepBundle } from './project-bundles.ts';

/** Between the texts that are joined. */
const separator = '\n\n';

/** Joins what a likely interaction needs in one text; valid as long as all of its parts are. */
export async function keepComposite(
  place: BundlePlace,
  key: string,
  parts: readonly FetchedBundle[],
): Promise<void> {
  const now = place.world.clock.nowIso();
  const expiries = parts.map(({ expiresAt }) => expiresAt);
  const [expiresAt = now] = [expiryOf('composite', now), ...expiries].sort();
  const recipe = { type: 'composite', key, priority: compositePriority } as const;
  await keepBundle(place, recipe, {
    id: bundleId('composite', key),
    composition: compositionOf(parts),
    text: parts.map(({ text }) => text).join(separator),
    expiresAt,
    isHit: false,
  });
}

const compositePriority = 0.5;

/** What a composite of these parts is made of: each with its length, by which it is found again. */
export const compositionOf = (parts: readonly FetchedBundle[]): string[] =>
  parts.map(part => `${partName(part)}${part.text.length}`);

const partName = ({ id, composition }: Pick<FetchedBundle, 'id' | 'composition'>): string =>
  `${id}: ${composition.join(', ')} #`;

/** Whether a composite holds a part as it was made of something else. */
export function holdsOther(
  { composition }: Pick<Bundle, 'composition'>,
  wanted: Pick<FetchedBundle, 'id' | 'composition'>,
): boolean {
  const own = composition.find(entry => entry.startsWith(`${wanted.id}: `));
  return own !== undefined && own.replace(/\d+$/, '') !== partName(wanted);
}

/** The text of a part, where a composite holds it and it is made of the same still. */
export function partOf(
  { composition, text }: Bundle,
  wanted: Pick<FetchedBundle, 'id' | 'composition'>,
): string | undefined {
  const name = partName(wanted);
  const lengths = composition.map(entry => Number(/\d+$/.exec(entry)?.[0] ?? Number.NaN));
  const whole = lengths.reduce((sum, length) => sum + length + separator.length, -separator.length);
  // A text in which more was redacted since has other lengths.
  if (whole !== text.length) return undefined;
  const at = composition.findIndex((entry, at) => entry === `${name}${lengths[at]}`);
  if (at === -1) return undefined;
  const start = lengths.slice(0, at).reduce((sum, length) => sum + length + separator.length, 0);
  return text.slice(start, start + (lengths[at] ?? 0));
}
