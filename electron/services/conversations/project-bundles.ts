import { chars4 } from '../../../shared/model/chars4.ts';
import type { BundleType } from '../../../shared/model/layer-budget.ts';
import type { Bundle } from '../../../shared/model/profile.ts';
import type { RedactionMode } from '../../../shared/model/redaction-mode.ts';
import { redact } from '../../../shared/redaction/redact.ts';
import type { ContentDatabase } from '../../storage/database/content-database.ts';
import { findBundle, putBundle } from '../../storage/profiles/bundle-table.ts';
import type { Needs } from '../project/call.ts';
import { redactionModeOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import type { Logger, World } from '../project/world.ts';

const hourMs = 60 * 60 * 1000;

/** How long a compiled text may be used. */
const bundleLifeMs = {
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
  /** Asked once it is compiled: false for a text that may be used now and not again. */
  readonly mayKeep?: () => boolean;
}

export interface FetchedBundle {
  readonly id: string;
  readonly composition: readonly string[];
  readonly text: string;
  readonly expiresAt: string;
  readonly isHit: boolean;
}

/** Where compiled texts are kept, and how secrets in them are found. */
export interface BundlePlace {
  readonly world: World;
  readonly logger: Logger;
  readonly content: ContentDatabase;
  readonly redaction: RedactionMode;
}

export const bundlePlace = async (
  project: OpenProject,
  needs: Needs<'world' | 'logger'>,
): Promise<BundlePlace> => ({
  world: needs.world,
  logger: needs.logger,
  content: project.content,
  redaction: await redactionModeOf(project),
});

export const bundleId = (type: BundleType, key: string): string => (key === '' ? type : `${type}:${key}`);

export const findStored = ({ content }: BundlePlace, id: string): Promise<Bundle | undefined> =>
  content.read(database => findBundle(database, id), undefined);

/** True while nothing that a compiled text was made of is known to have changed. */
export const isValid = ({ dirty, expires_at }: Bundle, nowIso: string): boolean =>
  !dirty && expires_at > nowIso;

/** A compiled text as it is stored, or made now where it is dirty, expired or not there. */
export async function fetchBundle(
  place: BundlePlace,
  recipe: BundleRecipe,
  { isForced = false }: { readonly isForced?: boolean } = {},
): Promise<FetchedBundle> {
  const id = bundleId(recipe.type, recipe.key);
  const { composition } = recipe;
  const now = place.world.clock.nowIso();
  const stored = isForced ? undefined : await findStored(place, id);
  if (stored !== undefined && isValid(stored, now) && isMadeOf(stored, composition)) {
    // It may have been made while less was looked for.
    const { text } = redact(stored.text, place.redaction);
    return { id, composition, text, expiresAt: stored.expires_at, isHit: true };
  }
  const { text } = redact(await recipe.compile(), place.redaction);
  const expiresAt = expiryOf(recipe.type, now);
  const bundle = { id, composition, text, expiresAt, isHit: false };
  if (recipe.mayKeep?.() !== false) await keepBundle(place, recipe, bundle);
  return bundle;
}

const isMadeOf = (bundle: Bundle, composition: readonly string[]): boolean =>
  bundle.composition.join('\n') === composition.join('\n');

export const expiryOf = (type: BundleType, nowIso: string): string =>
  new Date(Date.parse(nowIso) + bundleLifeMs[type]).toISOString();

/** Stores a compiled text; a cache that cannot be written is no reason to fail. */
export async function keepBundle(
  { world, logger, content }: BundlePlace,
  { type, key, priority }: Pick<BundleRecipe, 'type' | 'key' | 'priority'>,
  { id, composition, text, expiresAt }: FetchedBundle,
): Promise<void> {
  const compiled_at = world.clock.nowIso();
  const made = { composition: [...composition], compiled_at, expires_at: expiresAt };
  try {
    await content.write(database =>
      putBundle(database, { id, type, key, text, tokens: chars4(text), priority, ...made }),
    );
  } catch (error) {
    logger.warn('a compiled text could not be kept', { error: String(error) });
  }
}
