import type { CreateMiddleware } from './ai-sdk-types.ts';
import { preparePrompt } from './prepare-prompt.ts';

/** See `CreateMiddleware`. */
export const weftMiddleware: CreateMiddleware = (weft, options = {}) => {
  const { specificationVersion = 'v4', ...how } = options;
  return {
    // The default of the type parameter is the same.
    specificationVersion: specificationVersion as NonNullable<(typeof options)['specificationVersion']>,
    transformParams: async ({ params }) => ({
      ...params,
      prompt: await preparePrompt(weft, params.prompt, how, params.tools),
    }),
  };
};
