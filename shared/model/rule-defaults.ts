import type { ContextRule } from './rule.ts';

// Apart from the schemas, so that a page can read rules without loading what checks them.

/** R5: at most this many conditions in one rule. */
export const maxConditions = 64;

/** Priority of a rule; absent is 0 (R6). */
export const rulePriority = (rule: ContextRule): number => rule.priority ?? 0;
/** False for a muted rule; absent is true (R5). */
export const isRuleEnabled = (rule: ContextRule): boolean => rule.enabled ?? true;
