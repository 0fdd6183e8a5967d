import { t } from '../../../texts/texts.ts';
import type { ShownAs } from '../logic/shown-rows.ts';

/** How a message is named by what became of it; the colours are those of the sign before it. */
export const shownLooks = {
  whole: { label: t('whole'), tip: t('The newest messages, shown whole') },
  key: {
    label: t('key'),
    tip: t('Earlier messages, shown because they matter or belong to what is said now'),
  },
  summarised: { label: t('summarised'), tip: t('Told in a summary') },
  dropped: { label: t('dropped'), tip: t('Left out, behind a marker that says how many') },
} as const satisfies Record<ShownAs, { label: string; tip: string }>;
