import type { PrepareOptions, Weft } from '../weft-types.ts';

// Types only: this text is part of the published declarations.

/** A middleware for `wrapLanguageModel` of the Vercel AI SDK; `v4` is that of version 7 of the SDK, `v3` that of version 6. */
export interface WeftMiddleware<Version extends string> {
  readonly specificationVersion: Version;
  transformParams<Params extends { prompt: readonly object[]; tools?: readonly object[] | undefined }>(call: {
    readonly params: Params;
  }): Promise<Params>;
}

/**
 * Every call of a model gets the context that the rules choose for what the user said last, within the budget, whatever
 * the provider. Tools, settings and streaming stay the caller's; tools count within the budget.
 *
 * @example
 * const model = wrapLanguageModel({ model: openai('gpt-5'), middleware: weftMiddleware(weft, { budget: 50_000 }) });
 */
export type CreateMiddleware = <Version extends string = 'v4'>(
  weft: Pick<Weft, 'prepare'>,
  options?: PrepareOptions & { readonly specificationVersion?: Version | undefined },
) => WeftMiddleware<Version>;
