import type { BundleType } from '../../../shared/model/layer-budget.ts';
import type { Bundle } from '../../../shared/model/profile.ts';
import { chars4 } from '../../engine/assembly/count-items.ts';
import { redact } from '../../engine/redaction/redact.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { findBundle, noteBundleUse, putBundle } from '../../storage/profiles/bundle-table.ts';
import type { App } from '../app.ts';

const hourMs = 60 * 60 * 1000;

/** How long a compiled text may be used (T3). */
export const bundleLifeMs = {
  identity_core: 24 * hourMs,
  global_prefs: 12 * hourMs,
  topic: 4 * hourMs,
  entity: 6 * hourMs,
  conversation: hourMs / 2,
  composite: hourMs / 2,
} as const satisfies Record<BundleType, number>;

/** How a text is made, and of what: another composition makes the stored one old. */
export interface BundleRecipe {
  readonly type: BundleType;
  readonly key: string;
  readonly composition: readonly string[];
  readonly priority: number;
  readonly compile: () => string | Promise<string>;
}

export interface FetchedBundle {
  readonly id: string;
  readonly text: string;
  readonly tokens: number;
  readonly isHit: boolean;
}

export const bundleId = (type: BundleType, key: string): string => (key === '' ? type : `${type}:${key}`);

/** True while a compiled text says what its sources say. */
export function isFresh(bundle: Bundle, composition: readonly string[], nowIso: string): boolean {
  const isSame = bundle.composition.join('\n') === composition.join('\n');
  return isSame && !bundle.dirty && bundle.expires_at > nowIso;
}

/** A compiled text as it is stored, or made now where it is dirty, expired or not there (T3). */
export async function fetchBundle(
  { options: { world, logger } }: Pick<App, 'options'>,
  content: ContentDatabase,
  recipe: BundleRecipe,
  how: { readonly isUsed: boolean; readonly isForced?: boolean } = { isUsed: true },
): Promise<FetchedBundle> {
  const id = bundleId(recipe.type, recipe.key);
  const now = world.clock.nowIso();
  const stored = await content.read(database => findBundle(database, id), undefined);
  const isHit = how.isForced !== true && stored !== undefined && isFresh(stored, recipe.composition, now);
  const text = isHit ? stored.text : redact(await recipe.compile()).text;
  const bundle = { id, text, tokens: chars4(text), isHit };
  try {
    await content.write(database => {
      if (!isHit)
        putBundle(database, {
          ...bundle,
          type: recipe.type,
          key: recipe.key,
          composition: [...recipe.composition],
          priority: recipe.priority,
          compiled_at: now,
          expires_at: new Date(Date.parse(now) + bundleLifeMs[recipe.type]).toISOString(),
        });
      if (how.isUsed) noteBundleUse(database, id, isHit ? 'hit' : 'miss', now);
    });
  } catch (error) {
    // A cache that cannot be written is no reason to fail.
    logger.warn('a compiled text could not be kept', { error: String(error) });
  }
  return bundle;
}
