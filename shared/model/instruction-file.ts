import { z } from 'zod';
import type { AgentName } from './coding-agents.ts';

/** The coding agents whose instruction files are known. */
export const instructionAgents = [
  'claude-code',
  'codex',
  'cursor',
  'gemini',
  'opencode',
  'vscode',
  'windsurf',
] as const satisfies readonly AgentName[];
export type InstructionAgent = (typeof instructionAgents)[number];

/** Why an agent has an instruction file, or why not. */
export const instructionReasons = [
  // It has it:
  'session_start',
  'file_read',
  'imported',
  // It has it not:
  'folder_not_read',
  'no_matching_read',
  'shadowed',
  'same_file',
  'excluded',
  'empty',
  'too_large',
  'outside_folder',
  'above_root',
  'import_too_deep',
  'import_outside',
  'not_text',
  'on_request',
  'switched_off',
  'bad_patterns',
  'other_agent',
] as const;
export type InstructionReason = (typeof instructionReasons)[number];

/** The smallest change that would make an agent load a file. */
const loadingChangeSchema = z.object({
  do: z.enum(['read_file', 'edit_file', 'edit_setting', 'add_import', 'move_file', 'start_in', 'mention']),
  /** The file or folder to do it with. */
  path: z.string().optional(),
  /** One sentence. */
  message: z.string(),
});
export type LoadingChange = z.infer<typeof loadingChangeSchema>;

/** An instruction file that exists, as an agent has it or not. */
export const instructionFileSchema = z.object({
  /** In the repository relative to its top, in the user's folder with `~/`, else absolute; with `/`. */
  path: z.string(),
  loaded: z.boolean(),
  reason: z.enum(instructionReasons),
  /** The reason in one sentence. */
  message: z.string(),
  /** The file whose reading loaded it, the file that imports it, the one that stands in its place. */
  because_of: z.string().optional(),
  bytes: z.int().min(0),
  /** By `chars4`, of what the agent gets of it; 0 where it gets nothing. */
  tokens: z.int().min(0),
  /** It gets the beginning only: so many bytes. */
  cut_to_bytes: z.int().optional(),
  change: loadingChangeSchema.optional(),
});
export type InstructionFile = z.infer<typeof instructionFileSchema>;

/** What one agent has in a situation. */
export const instructionPredictionSchema = z.object({
  agent: z.enum(instructionAgents),
  title: z.string(),
  /** Loaded ones first, in the order of loading. */
  files: z.array(instructionFileSchema),
  /** Of all that it has. */
  tokens: z.int().min(0),
});
export type InstructionPrediction = z.infer<typeof instructionPredictionSchema>;
