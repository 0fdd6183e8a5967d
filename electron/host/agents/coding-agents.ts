import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import type { CodingAgent } from './coding-agent.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { openCode } from './opencode.ts';
import { vsCode } from './vscode.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

export const agentNames = [
  'claude-code',
  'opencode',
  'codex',
  'gemini',
  'cursor',
  'vscode',
  'windsurf',
  'zed',
] as const;
export type AgentName = (typeof agentNames)[number];

/** The coding agents that Weft knows, by the name that `--agent` takes. */
const codingAgents = {
  'claude-code': claudeCode,
  opencode: openCode,
  codex,
  gemini,
  cursor,
  vscode: vsCode,
  windsurf,
  zed,
} as const satisfies Record<AgentName, CodingAgent>;

/** Looks an agent up with its declared shape instead of its literal one. */
export const agentOf = (name: AgentName): CodingAgent => codingAgents[name];
