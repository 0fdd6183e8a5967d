import { type ExactEstimator, estimators } from '../../../shared/model/request.ts';
import type { OpenProject } from '../project/project.ts';
import type { Logger, World } from '../project/world.ts';

/**
 * Loads the tables of the tokenizers that a project's samples count with, so that the first preview does not wait for
 * them. Never fails: who really counts is told what is wrong.
 */
export async function warmTokenizer(project: OpenProject, world: World, logger: Logger): Promise<void> {
  try {
    const { definitions } = await project.samples.list();
    const asked = new Set(definitions.map(({ value }) => exactEstimator(value.request)));
    for (const estimator of asked)
      if (estimator !== undefined) await world.tokens.countTokens(estimator, ['warm']);
  } catch (error) {
    logger.warn('the tokenizer could not be loaded ahead', { error: String(error) });
  }
}

/** A sample's request may be anything that is JSON. */
function exactEstimator({ constraints }: { readonly constraints?: unknown }): ExactEstimator | undefined {
  if (typeof constraints !== 'object' || constraints === null || !('estimator' in constraints))
    return undefined;
  const { estimator } = constraints;
  const known = estimators.find(name => name === estimator);
  return known === 'chars4' ? undefined : known;
}
