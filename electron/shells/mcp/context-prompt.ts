import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../../../shared/model/json.ts';
import { createJsonScale } from '../../../shared/model/json-limits.ts';
import { askWeft } from './ask-weft.ts';
import type { McpOptions } from './weft-port.ts';

export const promptFormats = ['markdown', 'xml', 'json'] as const;

/** The one prompt: the text of an assembled context. Arguments of prompts are texts. */
export const contextPrompt: Prompt = {
  name: 'assembled_context',
  title: 'Assembled context',
  description: 'The context that the rules of this project assemble for a sample or a request, as text.',
  arguments: [
    { name: 'sample', description: 'Id of a sample whose request is used.' },
    { name: 'request', description: 'Instead of the sample: a request as JSON, as context_get takes it.' },
    { name: 'format', description: `${promptFormats.join(', ')}; markdown where absent.` },
  ],
};

export async function renderContextPrompt(
  options: McpOptions,
  context: ServerContext,
  given: Readonly<Record<string, string>>,
): Promise<GetPromptResult> {
  const request = await requestOf(options, context, given);
  const assembled = await askWeft(options, context, 'assembly.assemble', { request });
  const format = given.format ?? 'markdown';
  const { text } = await askWeft(options, context, 'assembly.render', { assembled, format });
  return {
    description: given.sample === undefined ? 'Context for a request' : `Context for ${given.sample}`,
    messages: [{ role: 'user', content: { type: 'text', text: String(text) } }],
  };
}

async function requestOf(
  options: McpOptions,
  context: ServerContext,
  { sample, request }: Readonly<Record<string, string>>,
): Promise<unknown> {
  if ((sample === undefined) === (request === undefined)) throw unfit('give either sample or request');
  if (sample !== undefined) {
    const found = await askWeft(options, context, 'samples.get', { id: sample });
    return isJsonObject(found.sample) ? found.sample.request : undefined;
  }
  const excess = createJsonScale().add(new TextEncoder().encode(request));
  if (excess !== undefined) throw unfit(`request ${excess.reason}`);
  try {
    return JSON.parse(request ?? '');
  } catch (error) {
    throw unfit(`request is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const unfit = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
