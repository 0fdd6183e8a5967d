import type { PrepareOptions, Weft } from '../weft-types.ts';
import { preparePrompt } from './prepare-prompt.ts';

/** See `CreateMiddleware`. */
export const weftMiddleware: CreateMiddleware = (weft, options = {}) => {
  const { specificationVersion = 'v4', ...how } = options;
  return {
    // The default of the type parameter is the same.
    specificationVersion: specificationVersion as NonNullable<(typeof options)['specificationVersion']>,
    transformParams: async ({ params }) => ({
      ...params,
      prompt: await preparePrompt(weft, params.prompt, how),
    }),
  };
};

// Types only: this text is part of the published declarations.

/** A middleware for `wrapLanguageModel` of the Vercel AI SDK; `v4` is that of version 7 of the SDK, `v3` that of version 6. */
interface WeftMiddleware<Version extends string> {
  readonly specificationVersion: Version;
  transformParams<Params extends { prompt: readonly object[] }>(call: {
    readonly params: Params;
  }): Promise<Params>;
}

/**
 * Every call of a model gets the context that the rules choose for what the user said last, within the budget, whatever
 * the provider. Tools, settings and streaming stay the caller's.
 *
 * @example
 * const model = wrapLanguageModel({ model: openai('gpt-5'), middleware: weftMiddleware(weft, { budget: 50_000 }) });
 */
type CreateMiddleware = <Version extends string = 'v4'>(
  weft: Pick<Weft, 'prepare'>,
  options?: PrepareOptions & { readonly specificationVersion?: Version | undefined },
) => WeftMiddleware<Version>;
