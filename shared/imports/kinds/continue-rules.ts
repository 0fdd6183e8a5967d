import type { ImportKind } from '../import-kind.ts';

/** Rules of Continue. */
export const continueRules = {
  label: 'Continue rules',
  paths: [/(?:^|\/)\.continue\/rules\/.+\.md$/i],
  folder: '.continue/rules',
} as const satisfies ImportKind;
