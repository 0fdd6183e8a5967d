import { t } from '../../../texts/texts.ts';
import type { FactorName } from '../logic/scored-rows.ts';

/** Word and colour of each factor of a score. */
export const factorLooks = {
  relevance: { label: t('relevance'), color: 'var(--accent)' },
  recency: { label: t('recency'), color: 'var(--sec-history)' },
  confidence: { label: t('confidence'), color: 'var(--sec-suggestions)' },
  warning_boost: { label: t('warning'), color: 'var(--sec-warnings)' },
} as const satisfies Record<FactorName, { readonly label: string; readonly color: string }>;
