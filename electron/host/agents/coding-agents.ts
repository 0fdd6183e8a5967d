import type { AgentName } from '../../../shared/model/coding-agents.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import type { CodingAgent } from './coding-agent.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import { openCode } from './opencode.ts';
import { vsCode } from './vscode.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

/** How each coding agent is found and set up. */
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
