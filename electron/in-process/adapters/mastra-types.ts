import type { PrepareOptions, Weft } from '../weft-types.ts';

// Types only: this text is part of the published declarations.

/** A processor for `inputProcessors` of an agent of Mastra. */
export interface WeftProcessor {
  readonly id: string;
  readonly name: string;
  processLLMRequest<Prompt extends readonly object[]>(call: {
    readonly prompt: Prompt;
  }): Promise<{ prompt: Prompt }>;
}

/**
 * Every request of an agent to its model gets the context that the rules choose for what the user said last, within the
 * budget; the agent's own memory is not touched.
 *
 * @example
 * const agent = new Agent({ id: 'a', name: 'a', instructions, model, inputProcessors: [weftProcessor(weft)] });
 */
export type CreateProcessor = (weft: Pick<Weft, 'prepare'>, options?: PrepareOptions) => WeftProcessor;
