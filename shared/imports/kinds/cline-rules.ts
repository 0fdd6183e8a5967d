import type { ImportKind } from '../import-kind.ts';

/** Rules of Cline. */
export const clineRules = {
  label: 'Cline rules',
  paths: [/(?:^|\/)\.clinerules\/.+\.(?:md|txt)$/i],
  folder: '.clinerules',
} as const satisfies ImportKind;
