import { AppError } from '../../../shared/contract/errors.ts';
import type { Bundle } from '../../../shared/model/profile.ts';
import { findConversation } from '../../storage/conversations/conversation-table.ts';
import { deleteBundle, listBundles } from '../../storage/profiles/bundle-table.ts';
import { entityRecipe, taggedRecipes, topicRecipe } from '../conversations/bundle-recipes.ts';
import { readAllProfiles } from '../conversations/detect-in-message.ts';
import { type BundleRecipe, bundleId, bundlePlace, fetchBundle } from '../conversations/project-bundles.ts';
import type { Needs } from '../project/call.ts';
import { configOf } from '../project/config.ts';
import type { OpenProject } from '../project/project.ts';
import { refuseUntrusted } from '../project/project-trust.ts';
import { storedArcRecipe } from './arc-recipes.ts';

/**
 * Compiles texts anew: the given ones in any case, else those that are dirty, expired or made of something else by
 * now. What has no source any more is deleted. Returns the ids of what was made.
 */
export async function rebuildBundles(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger' | 'compiled' | 'redact' | 'ports'>,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  refuseUntrusted(project);
  const { topics, entities } = await readAllProfiles(project.content);
  const bundles = await project.content.read(listBundles, []);
  const recipes = [
    ...(await taggedRecipes(project, needs)),
    ...topics.map(topicRecipe),
    ...entities.map(entityRecipe),
    ...(await arcRecipes(project, needs, bundles)),
  ];
  const known = new Map(recipes.map(recipe => [bundleId(recipe.type, recipe.key), recipe]));
  const stored = bundles.map(({ id }) => id);
  const unknown = (ids ?? []).filter(id => !known.has(id));
  if (unknown.length > 0)
    throw new AppError(
      'not_found',
      `nothing is compiled under ${unknown.slice(0, 3).join(', ')}; see bundles.list`,
    );
  const orphans = stored.filter(id => !known.has(id) && !id.startsWith('composite'));
  if (orphans.length > 0)
    await project.content.write(database => {
      for (const id of orphans) deleteBundle(database, id);
    });
  const wanted = (ids ?? stored).flatMap((id): BundleRecipe[] => {
    const recipe = known.get(id);
    return recipe === undefined ? [] : [recipe];
  });
  const place = await bundlePlace(project, needs);
  const made: string[] = [];
  for (const recipe of wanted) {
    const { id, isHit } = await fetchBundle(place, recipe, { isForced: ids !== undefined });
    if (!isHit) made.push(id);
  }
  return made;
}

/** Of the arcs that are stored, each like it was wanted last. */
async function arcRecipes(
  project: OpenProject,
  needs: Needs<'cancel' | 'world' | 'logger'>,
  bundles: readonly Bundle[],
): Promise<BundleRecipe[]> {
  const config = await configOf(project);
  const recipes: BundleRecipe[] = [];
  for (const bundle of bundles.filter(({ type }) => type === 'conversation')) {
    const isThere = await project.content.read(
      database => findConversation(database, bundle.key) !== undefined,
      false,
    );
    const recipe = isThere ? await storedArcRecipe(project, needs, config, bundle) : undefined;
    if (recipe !== undefined) recipes.push(recipe);
  }
  return recipes;
}
