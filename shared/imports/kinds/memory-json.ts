import type { ImportKind } from '../import-kind.ts';

/** Memory types, as Weft writes them. */
export const memoryJson = {
  label: 'Memory JSON',
  paths: [],
} as const satisfies ImportKind;
