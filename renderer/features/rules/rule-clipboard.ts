/** What copies and pastes rules checks them, which is large, and seldom needed. */
export const pasting = (): Promise<typeof import('./copied-rules.ts')> => import('./copied-rules.ts');

export const copyRulesJson = async (engineId: string, ruleIds: readonly string[]): Promise<void> =>
  (await pasting()).copyRules(engineId, ruleIds);
