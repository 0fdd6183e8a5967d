import { agentTitles } from '../model/coding-agents.ts';
import {
  type InstructionAgent,
  type InstructionPrediction,
  instructionAgents,
} from '../model/instruction-file.ts';
import { claudeCode } from './agents/claude-code.ts';
import { codex } from './agents/codex.ts';
import { cursor } from './agents/cursor.ts';
import { gemini } from './agents/gemini.ts';
import { opencode } from './agents/opencode.ts';
import { vscode } from './agents/vscode.ts';
import { windsurf } from './agents/windsurf.ts';
import type { InstructionReader, Situation } from './situation.ts';

/** How each coding agent finds its instruction files. */
const instructionReaders = {
  'claude-code': claudeCode,
  codex,
  cursor,
  gemini,
  opencode,
  vscode,
  windsurf,
} as const satisfies Readonly<Record<InstructionAgent, InstructionReader>>;

/** What an agent has in a situation, and what not, with the reasons. */
export async function predictInstructions(
  agent: InstructionAgent,
  situation: Situation,
): Promise<InstructionPrediction> {
  const files = [...(await instructionReaders[agent].predict(situation))];
  return {
    agent,
    title: agentTitles[agent],
    files,
    tokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

export const isInstructionAgent = (name: string): name is InstructionAgent =>
  instructionAgents.some(agent => agent === name);

/** Whether a path of a repository is an instruction file of some agent, by its name and place. */
export function isInstructionPath(path: string): boolean {
  return (
    /(?:^|\/)(?:CLAUDE|CLAUDE\.local|AGENTS|AGENTS\.override|GEMINI|CONTEXT|agents)\.md$/.test(path) ||
    /(?:^|\/)\.(?:cursorrules|windsurfrules)$/.test(path) ||
    /(?:^|\/)\.github\/copilot-instructions\.md$/.test(path) ||
    /(?:^|\/)[^/]+\.instructions\.md$/.test(path) ||
    /(?:^|\/)\.(?:claude|cursor|windsurf|devin)\/rules\/.+\.mdc?$/.test(path)
  );
}
