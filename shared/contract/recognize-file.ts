import type { ImportSource } from './imports.ts';

/** What an import can tell by a path; JSON says only in its content what it is. */
export type FileFormat = Exclude<ImportSource, 'rule_json' | 'memory_json'> | 'json' | 'conversation';

// First match wins.
const formats: readonly (readonly [RegExp, FileFormat])[] = [
  [/\.mdc$/i, 'cursor_rules'],
  [/(?:^|\/)\.cursor\/rules\/.+\.md$/i, 'cursor_rules'],
  [/(?:^|\/)\.claude\/rules\/.+\.md$/i, 'claude_rules'],
  [/(?:^|\/)\.windsurf\/rules\/.+\.md$/i, 'windsurf_rules'],
  [/(?:^|\/)\.clinerules\/.+\.(?:md|txt)$/i, 'cline_rules'],
  [/(?:^|\/)\.continue\/rules\/.+\.md$/i, 'continue_rules'],
  [/(?:^|\/)\.kiro\/steering\/.+\.md$/i, 'kiro_steering'],
  [/\.instructions\.md$/i, 'copilot_instructions'],
  [
    /(?:^|\/)(?:(?:CLAUDE|AGENTS|GEMINI)(?:\.local)?\.md|copilot-instructions\.md|\.(?:cursor|windsurf|cline)rules)$/i,
    'guide',
  ],
  [/\.json$/i, 'json'],
  [/\.jsonl$/i, 'conversation'],
  [/\.(?:md|markdown|txt)$/i, 'document'],
];

/** What a file is by its path; undefined for what no import reads. */
export function recognizeFile(path: string): FileFormat | undefined {
  return formats.find(([pattern]) => pattern.test(path))?.[1];
}

/** Hidden folders in which tools keep their rules; the other hidden ones are not searched. */
export const toolFolders: ReadonlySet<string> = new Set([
  '.claude',
  '.cursor',
  '.github',
  '.windsurf',
  '.clinerules',
  '.continue',
  '.kiro',
]);
