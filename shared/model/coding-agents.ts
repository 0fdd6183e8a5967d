import { keysOf } from './entries.ts';

/** The coding agents that Weft knows: what they call themselves, by the name that `--agent` takes. */
export const agentTitles = {
  'claude-code': 'Claude Code',
  opencode: 'opencode',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  cursor: 'Cursor',
  vscode: 'VS Code',
  windsurf: 'Windsurf',
  zed: 'Zed',
} as const;

export type AgentName = keyof typeof agentTitles;
export const agentNames: readonly AgentName[] = keysOf(agentTitles);
