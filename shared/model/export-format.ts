import { keysOf } from './entries.ts';

interface ExportFormatWords {
  readonly name: string;
  /** What one gets, and what it is for. */
  readonly description: string;
  /** Rule files of other tools, which always bring the memories' texts. */
  readonly isToolFile?: true;
}

/** What engines are written as for others: by procedure, command line and studio alike. */
export const exportFormats = {
  json: { name: 'Rule JSON', description: 'The file itself, loadable by any runtime and to import again.' },
  sdk: { name: 'SDK calls', description: 'A module that creates the engine in a running Weft.' },
  rest: {
    name: 'REST calls',
    description: 'A shell script with curl that creates the engine in a running Weft.',
  },
  markdown: { name: 'Markdown report', description: 'Rules as sentences and tables, to read and to review.' },
  csv: { name: 'CSV table', description: 'A line for each rule and a column for each variable.' },
  mdc: { name: 'Cursor rules', description: 'Files for .cursor/rules.', isToolFile: true },
  'claude-md': { name: 'CLAUDE.md', description: 'One file that Claude Code reads.', isToolFile: true },
  'agents-md': { name: 'AGENTS.md', description: 'One file that many coding agents read.', isToolFile: true },
  instructions: {
    name: 'Copilot instructions',
    description: 'Files for .github/instructions.',
    isToolFile: true,
  },
} as const satisfies Record<string, ExportFormatWords>;
export type ExportFormat = keyof typeof exportFormats;

export const exportFormatNames = keysOf(exportFormats);

/** What a format is called and good for, with its optional parts. */
export const exportFormat = (format: ExportFormat): ExportFormatWords => exportFormats[format];
