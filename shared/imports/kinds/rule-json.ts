import type { ImportKind } from '../import-kind.ts';

/** Rule engines, as Weft writes them. */
export const ruleJson = {
  label: 'Rule JSON',
  paths: [],
} as const satisfies ImportKind;
