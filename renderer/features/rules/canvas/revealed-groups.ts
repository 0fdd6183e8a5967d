import { create } from 'zustand';
import type { Layout } from '../../../../shared/model/layout.ts';
import type { ContextRuleEngine } from '../../../../shared/model/rule.ts';

/** From so many rules on they are grouped, unless somebody put something somewhere or wants it otherwise. */
export const groupedFrom = 40;

export const isGrouped = (engine: ContextRuleEngine | undefined, layout: Layout | undefined): boolean => {
  if (layout?.groups) return layout.groups.by !== 'none';
  return (engine?.rules.length ?? 0) >= groupedFrom && Object.keys(layout?.pins ?? {}).length === 0;
};

/** Groups that were opened because a rule in them was looked for; no file knows of it. */
export const useRevealed = create<{
  readonly engineId?: string;
  readonly keys: readonly string[];
}>()(() => ({ keys: [] }));
