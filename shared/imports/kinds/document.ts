import type { ImportKind } from '../import-kind.ts';

/** Texts that are searched. */
export const document = {
  label: 'Documents',
  paths: [/\.(?:md|markdown|txt)$/i],
} as const satisfies ImportKind;
