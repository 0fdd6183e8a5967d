import type { ImportKind } from '../import-kind.ts';

/** Instructions of Copilot. */
export const copilotInstructions = {
  label: 'Copilot instructions',
  paths: [/\.instructions\.md$/i],
  folder: '.github/instructions',
} as const satisfies ImportKind;
