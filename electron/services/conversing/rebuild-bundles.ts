import { AppError } from '../../../shared/contract/errors.ts';
import { deleteBundle, listBundles } from '../../storage/profiles/bundle-table.ts';
import type { Call } from '../call.ts';
import type { OpenProject } from '../open-project.ts';
import { refuseUntrusted } from '../project-trust.ts';
import { entityRecipe, taggedRecipes, topicRecipe } from './bundle-recipes.ts';
import { readAllProfiles } from './detect-in-message.ts';
import { type BundleRecipe, bundleId, fetchBundle } from './project-bundles.ts';

/**
 * Compiles texts anew (T3): the given ones in any case, else those that are dirty, expired or made of something else by
 * now. What has no source any more is deleted. Returns the ids of what was made.
 */
export async function rebuildBundles(
  project: OpenProject,
  call: Call,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  refuseUntrusted(project);
  const { topics, entities } = await readAllProfiles(project.content);
  const recipes = [
    ...(await taggedRecipes(project, call)),
    ...topics.map(topicRecipe),
    ...entities.map(entityRecipe),
  ];
  const known = new Map(recipes.map(recipe => [bundleId(recipe.type, recipe.key), recipe]));
  const stored = (await project.content.read(listBundles, [])).map(({ id }) => id);
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
  const made: string[] = [];
  for (const recipe of wanted) {
    const how = { isUsed: false, isForced: ids !== undefined };
    const { id, isHit } = await fetchBundle(call.app, project.content, recipe, how);
    if (!isHit) made.push(id);
  }
  return made;
}
