/**
 * How a prompt goes on from the one before. `stable`: what was sent stays in front as it was, and is compressed in rare
 * steps, so that a provider's cache holds it. `moving`: as much as fits, chosen anew each time.
 */
export const promptPrefixes = ['stable', 'moving'] as const;
export type PromptPrefix = (typeof promptPrefixes)[number];
