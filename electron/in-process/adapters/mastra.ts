import type { CreateProcessor } from './mastra-types.ts';
import { preparePrompt } from './prepare-prompt.ts';

/** See `CreateProcessor`. */
export const weftProcessor: CreateProcessor = (weft, options = {}) => ({
  id: 'weft',
  name: 'weft',
  processLLMRequest: async ({ prompt }) => ({ prompt: await preparePrompt(weft, prompt, options) }),
});
