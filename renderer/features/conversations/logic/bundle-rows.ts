import type { Bundle } from '../../../../shared/model/profile.ts';
import { t } from '../../../texts/texts.ts';

/** What became of a compiled text in the latest plan, else how it stands. */
type BundleState = 'hit' | 'rebuilt' | 'dirty' | 'expired' | 'ready';

export interface BundleRow {
  readonly bundle: Bundle;
  readonly name: string;
  readonly state: BundleState;
}

interface BundleCache {
  readonly hits: readonly string[];
  readonly misses: readonly string[];
}

/** Compiled texts: those of the plan first, then by how often they are used. */
export function bundleRows(
  bundles: readonly Bundle[],
  cache: BundleCache | undefined,
  nowMs: number,
): BundleRow[] {
  const hits = new Set(cache?.hits);
  const misses = new Set(cache?.misses);
  const stateOf = (bundle: Bundle): BundleState => {
    if (bundle.dirty) return 'dirty';
    if (misses.has(bundle.id)) return 'rebuilt';
    if (hits.has(bundle.id)) return 'hit';
    return Date.parse(bundle.expires_at) <= nowMs ? 'expired' : 'ready';
  };
  const isOfPlan = ({ id }: Bundle) => hits.has(id) || misses.has(id);
  return bundles
    .toSorted((left, right) => Number(isOfPlan(right)) - Number(isOfPlan(left)) || right.uses - left.uses)
    .map(bundle => ({ bundle, name: bundleName(bundle), state: stateOf(bundle) }));
}

const names = { identity_core: t('identity'), global_prefs: t('preferences') } as const;

/** As the user would call it. */
export function bundleName({ type, key }: Pick<Bundle, 'type' | 'key'>): string {
  if (key !== '') return key;
  return type === 'identity_core' || type === 'global_prefs' ? names[type] : type;
}
