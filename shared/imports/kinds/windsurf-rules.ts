import type { ImportKind } from '../import-kind.ts';

/** Rules of Windsurf. */
export const windsurfRules = {
  label: 'Windsurf rules',
  paths: [/(?:^|\/)\.windsurf\/rules\/.+\.md$/i],
  folder: '.windsurf/rules',
} as const satisfies ImportKind;
