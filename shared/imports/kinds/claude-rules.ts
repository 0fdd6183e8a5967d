import type { ImportKind } from '../import-kind.ts';

/** Rules of Claude Code. */
export const claudeRules = {
  label: 'Claude Code rules',
  paths: [/(?:^|\/)\.claude\/rules\/.+\.md$/i],
  folder: '.claude/rules',
} as const satisfies ImportKind;
