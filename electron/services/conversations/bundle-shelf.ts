import { noteBundleUse } from '../../storage/profiles/bundle-table.ts';
import type { Needs } from '../project/call.ts';
import type { OpenProject } from '../project/project.ts';
import { keepComposite, partOf } from './composite-bundle.ts';
import {
  type BundleRecipe,
  bundleId,
  bundlePlace,
  type FetchedBundle,
  fetchBundle,
  findStored,
  isValid,
} from './project-bundles.ts';

/** Compiled texts for one assembly; what was made ahead for its conversation is looked through first. */
export interface BundleShelf {
  fetch(recipe: BundleRecipe): Promise<FetchedBundle>;
  /** Counts what was used, in one write; ids of what was ready, and of what was made now. */
  close(): Promise<{ readonly hits: string[]; readonly misses: string[] }>;
}

export async function openShelf(
  project: OpenProject,
  needs: Needs<'world' | 'logger'>,
  conversationId: string | undefined,
): Promise<BundleShelf> {
  const place = await bundlePlace(project, needs);
  const { world, logger } = needs;
  const compositeId = bundleId('composite', conversationId ?? '');
  const composite = conversationId === undefined ? undefined : await findStored(place, compositeId);
  const isReady = composite !== undefined && isValid(composite, world.clock.nowIso());
  const used: FetchedBundle[] = [];
  const fromComposite = new Set<FetchedBundle>();

  const fetch = async (recipe: BundleRecipe): Promise<FetchedBundle> => {
    const { composition } = recipe;
    const id = bundleId(recipe.type, recipe.key);
    const text = isReady ? partOf(composite, { id, composition }) : undefined;
    if (text === undefined) return fetchBundle(place, recipe);
    const bundle = { id, composition, text, expiresAt: composite?.expires_at ?? '', isHit: true };
    fromComposite.add(bundle);
    return bundle;
  };

  return {
    async fetch(recipe) {
      const bundle = await fetch(recipe);
      used.push(bundle);
      return bundle;
    },
    async close() {
      const uses = used.map(({ id, isHit }) => ({ id, isHit }));
      if (composite !== undefined) uses.unshift({ id: compositeId, isHit: fromComposite.size > 0 });
      // What a conversation needs is known best now that it was asked for.
      if (composite !== undefined && !isReady && used.length > 0)
        await keepComposite(place, composite.key, used);
      const now = world.clock.nowIso();
      try {
        if (uses.length > 0)
          await project.content.write(database => {
            for (const { id, isHit } of uses) noteBundleUse(database, id, isHit ? 'hit' : 'miss', now);
          });
      } catch (error) {
        logger.warn('the use of compiled texts could not be counted', { error: String(error) });
      }
      const idsOf = (hit: boolean) => uses.filter(({ isHit }) => isHit === hit).map(({ id }) => id);
      return { hits: idsOf(true), misses: idsOf(false) };
    },
  };
}
