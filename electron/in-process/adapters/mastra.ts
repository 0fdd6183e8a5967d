import type { PrepareOptions, Weft } from '../weft-types.ts';
import { preparePrompt } from './prepare-prompt.ts';

/** See `CreateProcessor`. */
export const weftProcessor: CreateProcessor = (weft, options = {}) => ({
  id: 'weft',
  name: 'weft',
  processLLMRequest: async ({ prompt }) => ({ prompt: await preparePrompt(weft, prompt, options) }),
});

// Types only: this text is part of the published declarations.

/** A processor for `inputProcessors` of an agent of Mastra. */
interface WeftProcessor {
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
type CreateProcessor = (weft: Pick<Weft, 'prepare'>, options?: PrepareOptions) => WeftProcessor;
