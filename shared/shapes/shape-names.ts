/** What the shapes are called in the contract; each is a row of `shapes.ts`. Apart from it, since the studio needs names only. */
export const shapeNames = [
  'openai_chat',
  'openai_responses',
  'anthropic',
  'gemini',
  'ai_sdk_ui',
  'ai_sdk_model',
  'langchain_python',
  'langchain_js',
  'langsmith',
  'fine_tuning',
  'sharegpt',
  'claude_code',
  'codex',
  'chatgpt',
  'claude',
] as const;
export type ShapeName = (typeof shapeNames)[number];

/** What users read of each. */
export const shapeLabels: Readonly<Record<ShapeName, string>> = {
  openai_chat: 'OpenAI chat',
  openai_responses: 'OpenAI responses',
  anthropic: 'Anthropic messages',
  gemini: 'Gemini contents',
  ai_sdk_ui: 'AI SDK UI messages',
  ai_sdk_model: 'AI SDK model messages',
  langchain_python: 'LangChain (Python)',
  langchain_js: 'LangChain (JavaScript)',
  langsmith: 'LangSmith',
  fine_tuning: 'Fine-tuning examples',
  sharegpt: 'ShareGPT',
  claude_code: 'Claude Code transcript',
  codex: 'Codex transcript',
  chatgpt: 'ChatGPT export',
  claude: 'Claude export',
};

/** Those in which a body can be made of any conversation: what is sent to a model, and data sets. */
export const madeShapeNames = [
  'openai_chat',
  'openai_responses',
  'anthropic',
  'gemini',
  'ai_sdk_ui',
  'ai_sdk_model',
  'langchain_python',
  'langchain_js',
  'fine_tuning',
  'sharegpt',
] as const satisfies readonly ShapeName[];
export type MadeShapeName = (typeof madeShapeNames)[number];
