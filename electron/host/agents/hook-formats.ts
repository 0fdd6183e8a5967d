import { claudeCode, codex } from './claude-code.ts';
import type { HookFormat } from './hook-format.ts';

/** How each coding agent's hooks speak, by the name that `weft hook --agent` takes. */
export const hookFormats: Readonly<Record<string, HookFormat>> = { 'claude-code': claudeCode, codex };
