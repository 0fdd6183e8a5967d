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
