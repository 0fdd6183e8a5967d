import type { FactorName } from '../logic/scored-rows.ts';

/** Word and colour of each factor of a score. */
export const factorLooks = {
  relevance: { label: 'relevance', color: 'var(--accent)' },
  recency: { label: 'recency', color: 'var(--sec-history)' },
  confidence: { label: 'confidence', color: 'var(--sec-suggestions)' },
  warning_boost: { label: 'warning', color: 'var(--sec-warnings)' },
} as const satisfies Record<FactorName, { readonly label: string; readonly color: string }>;
