import type { AgentName } from '../../../shared/model/coding-agents.ts';
import { claudeCodeHooks } from './claude-code.ts';
import { codexHooks } from './codex.ts';
import type { HookFormat } from './coding-agent.ts';
import { cursorHooks } from './cursor.ts';
import { geminiHooks } from './gemini.ts';
import { openCodeHooks } from './opencode.ts';

/** How the hooks of an agent speak, by the name that `--agent` takes; loaded without what sets agents up. */
export const hookFormats = {
  'claude-code': claudeCodeHooks,
  opencode: openCodeHooks,
  codex: codexHooks,
  gemini: geminiHooks,
  cursor: cursorHooks,
} as const satisfies Partial<Record<AgentName, HookFormat>>;

/** Undefined for an agent without hooks, and for a name that nobody has. */
export const hookFormatOf = (name: string): HookFormat | undefined =>
  Object.entries(hookFormats).find(([known]) => known === name)?.[1];
