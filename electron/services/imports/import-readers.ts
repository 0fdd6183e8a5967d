import type { ImportSource } from '../../../shared/imports/import-kinds.ts';
import type { ImportReader } from './import-reader.ts';
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

/** Who reads what. */
export const importReaders: Readonly<Record<ImportSource, ImportReader>> = {
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
};
