import type { ImportKind } from '../import-kind.ts';

/** Rules of Cursor. */
export const cursorRules = {
  label: 'Cursor rules',
  paths: [/\.mdc$/i, /(?:^|\/)\.cursor\/rules\/.+\.md$/i],
  folder: '.cursor/rules',
} as const satisfies ImportKind;
