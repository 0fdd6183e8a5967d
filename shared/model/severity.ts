/** How grave what is found is, the gravest first; what is only worth knowing last. */
export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

/** For sorting, the gravest first. */
export const bySeverity = (
  left: { readonly severity: Severity },
  right: { readonly severity: Severity },
): number => severities.indexOf(left.severity) - severities.indexOf(right.severity);
