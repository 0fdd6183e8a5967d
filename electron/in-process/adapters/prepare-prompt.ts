import { isJsonObject } from '../../../shared/model/json.ts';
import type { PrepareOptions, Weft } from '../weft-types.ts';

/**
 * A prompt as the AI SDK hands it to any provider, with its context and, together with the tools that are sent beside it,
 * within its budget. A user's content is a list of parts there, while what is added to messages is a text.
 */
export async function preparePrompt<Prompt extends readonly object[]>(
  weft: Pick<Weft, 'prepare'>,
  prompt: Prompt,
  options: PrepareOptions,
  tools?: readonly object[] | undefined,
): Promise<Prompt> {
  const prepared = await weft.prepare({ messages: prompt, tools }, options);
  // Messages of the prompt, and texts of a user among them.
  const messages: readonly object[] = prepared.messages.map(asPromptMessage);
  return messages as Prompt;
}

function asPromptMessage(message: object): object {
  if (!isJsonObject(message) || message.role !== 'user' || typeof message.content !== 'string')
    return message;
  return { ...message, content: [{ type: 'text', text: message.content }] };
}
