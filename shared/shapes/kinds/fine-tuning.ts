import type { Shape } from '../shape.ts';
import { openAiChat } from './openai-chat.ts';

/** Examples of fine-tuning: messages of OpenAI's chat. Nothing in one tells it from a request, so it has to be said. */
export const fineTuning = {
  ...openAiChat,
  recognise: () => false,
} as const satisfies Shape;
