/** The layers of a context, in their fixed order. */
export const layerNames = [
  'L0_identity',
  'L1_global_prefs',
  'L2_topic',
  'L3_entity',
  'L4_conversation',
  'L5_jit',
  'L6_message_history',
  'L7_user_message',
] as const;
export type LayerName = (typeof layerNames)[number];

export const knowledgeDepths = ['minimal', 'standard', 'deep'] as const;
export type KnowledgeDepth = (typeof knowledgeDepths)[number];

/** `documented` reproduces the published passes to the token; `fitted` keeps what they promise. */
export const budgetPolicies = ['documented', 'fitted'] as const;
export type BudgetPolicy = (typeof budgetPolicies)[number];

/** Bounds of the user's own setting `maxContextTokens`; callers may pass any size. */
export const contextTokens = { least: 4096, most: 50_000, usual: 12_000 } as const;
