import type { ImportKind } from '../import-kind.ts';

/** What an agent reads first, such as AGENTS.md, for the folder it stands in. */
export const guide = {
  label: 'Guides',
  paths: [
    /(?:^|\/)(?:(?:CLAUDE|AGENTS|GEMINI)(?:\.local)?\.md|copilot-instructions\.md|\.(?:cursor|windsurf|cline)rules)$/i,
  ],
} as const satisfies ImportKind;
