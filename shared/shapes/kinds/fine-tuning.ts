import { isJsonObject } from '../../model/json.ts';
import type { Shape } from '../shape.ts';
import { isChatMessage, openAiChat } from './openai-chat.ts';

/** Examples of fine-tuning, one on each line: messages of OpenAI's chat and nothing that a request has. */
export const fineTuning = {
  ...openAiChat,
  label: 'Fine-tuning examples',
  recognise: body =>
    isJsonObject(body) &&
    Array.isArray(body.messages) &&
    body.messages.every(isChatMessage) &&
    Object.keys(body).every(key => exampleKeys.has(key)),
} as const satisfies Shape;

const exampleKeys = new Set(['messages', 'tools', 'functions', 'parallel_tool_calls']);
