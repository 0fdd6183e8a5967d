import type { ShownAs } from '../logic/shown-rows.ts';

/** How a message is named by what became of it; the colours are those of the sign before it. */
export const shownLooks = {
  whole: { label: 'whole', tip: 'The newest messages, shown whole' },
  key: { label: 'key', tip: 'Earlier messages, shown because they matter or belong to what is said now' },
  summarised: { label: 'summarised', tip: 'Told in a summary' },
  dropped: { label: 'dropped', tip: 'Left out, behind a marker that says how many' },
} as const satisfies Record<ShownAs, { label: string; tip: string }>;
