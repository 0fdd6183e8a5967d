/** How secrets are looked for (H10). `both` is patterns and entropy. */
export const redactionModes = ['pattern_only', 'entropy', 'both', 'off'] as const;
export type RedactionMode = (typeof redactionModes)[number];
