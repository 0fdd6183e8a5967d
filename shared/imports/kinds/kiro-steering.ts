import type { ImportKind } from '../import-kind.ts';

/** Steering files of Kiro. */
export const kiroSteering = {
  label: 'Kiro steering',
  paths: [/(?:^|\/)\.kiro\/steering\/.+\.md$/i],
  folder: '.kiro/steering',
} as const satisfies ImportKind;
