/** How secrets are looked for. `both` is patterns and entropy. */
export const redactionModes = ['pattern_only', 'entropy', 'both', 'off'] as const;
export type RedactionMode = (typeof redactionModes)[number];
