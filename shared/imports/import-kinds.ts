import { keysOf } from '../model/entries.ts';
import type { ImportKind } from './import-kind.ts';
import { claudeRules } from './kinds/claude-rules.ts';
import { clineRules } from './kinds/cline-rules.ts';
import { continueRules } from './kinds/continue-rules.ts';
import { copilotInstructions } from './kinds/copilot-instructions.ts';
import { cursorRules } from './kinds/cursor-rules.ts';
import { document } from './kinds/document.ts';
import { guide } from './kinds/guide.ts';
import { kiroSteering } from './kinds/kiro-steering.ts';
import { memoryJson } from './kinds/memory-json.ts';
import { ruleJson } from './kinds/rule-json.ts';
import { windsurfRules } from './kinds/windsurf-rules.ts';

/** What an import reads. A file is of the first kind that knows its path; who reads it stands in `import-readers.ts`. */
export const importKinds = {
  rule_json: ruleJson,
  memory_json: memoryJson,
  claude_rules: claudeRules,
  cursor_rules: cursorRules,
  copilot_instructions: copilotInstructions,
  windsurf_rules: windsurfRules,
  cline_rules: clineRules,
  continue_rules: continueRules,
  kiro_steering: kiroSteering,
  guide,
  document,
} as const satisfies Readonly<Record<string, ImportKind>>;

export type ImportSource = keyof typeof importKinds;

export const importSources = keysOf(importKinds);

/** Looks a kind up with its declared shape instead of its literal one. */
export const importKind = (source: ImportSource): ImportKind => importKinds[source];
