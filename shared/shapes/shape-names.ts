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
