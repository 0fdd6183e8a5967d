// Apart from the schemas, so that a page can read rules without loading what checks them.

/** At most this many conditions in one rule. */
export const maxConditions = 64;

/** Priority of a rule; absent is 0. */
export const rulePriority = (rule: { readonly priority?: number | undefined }): number => rule.priority ?? 0;
/** False for a muted rule; absent is true. */
export const isRuleEnabled = (rule: { readonly enabled?: boolean | undefined }): boolean =>
  rule.enabled ?? true;
