import { keysOf } from '../model/entries.ts';
import { isJsonObject } from '../model/json.ts';
import { entriesIn, textOf } from './fields.ts';
import { aiSdkModel } from './kinds/ai-sdk-model.ts';
import { aiSdkUi } from './kinds/ai-sdk-ui.ts';
import { anthropic } from './kinds/anthropic.ts';
import { chatGpt } from './kinds/chatgpt.ts';
import { claude } from './kinds/claude.ts';
import { claudeCode } from './kinds/claude-code.ts';
import { codex } from './kinds/codex.ts';
import { fineTuning } from './kinds/fine-tuning.ts';
import { gemini } from './kinds/gemini.ts';
import { langChainJs, langChainPython } from './kinds/langchain.ts';
import { langSmith } from './kinds/langsmith.ts';
import { isChatMessage, openAiChat } from './kinds/openai-chat.ts';
import { openAiResponses } from './kinds/openai-responses.ts';
import { shareGpt } from './kinds/sharegpt.ts';
import type { Shape } from './shape.ts';
import type { ShapeName } from './shape-names.ts';

/** Every shape. A body is of the first that recognises it, so those that are surest come first. */
const shapes: Readonly<Record<ShapeName, Shape>> = {
  chatgpt: chatGpt,
  claude,
  langsmith: langSmith,
  sharegpt: shareGpt,
  claude_code: claudeCode,
  codex,
  langchain_python: langChainPython,
  langchain_js: langChainJs,
  gemini,
  openai_responses: openAiResponses,
  ai_sdk_ui: aiSdkUi,
  ai_sdk_model: aiSdkModel,
  anthropic,
  openai_chat: openAiChat,
  fine_tuning: fineTuning,
};

export const shapeOf = (name: ShapeName): Shape => shapes[name];

/** The shape that only such a body has; undefined for nothing known, and for plain messages, which many programs write alike. */
export const tellingShape = (body: unknown): ShapeName | undefined =>
  shapeNamesInOrder.find(name => shapes[name].recognise(body));

/** What a body is; plain messages, and a list of none, count as OpenAI's chat. Undefined where it is nothing known. */
export function recogniseShape(body: unknown): ShapeName | undefined {
  const known = tellingShape(body);
  if (known !== undefined) return known;
  const messages = isJsonObject(body) || Array.isArray(body) ? entriesIn(body, 'messages') : undefined;
  if (messages?.every(isChatMessage) === true) return 'openai_chat';
  // Beside it a request that is kept by its provider needs nothing.
  return messages === undefined && textOf(body, 'input') !== undefined ? 'openai_responses' : undefined;
}

const shapeNamesInOrder = keysOf(shapes);
