import type { RuleTool } from '../../../shared/contract/imports.ts';
import { type FrontMatter, readFrontMatter, shown } from './front-matter.ts';
import {
  continueTrigger,
  copilotTrigger,
  cursorTrigger,
  kiroTrigger,
  pathsTrigger,
  type RuleTrigger,
  type TriggerOf,
  windsurfTrigger,
} from './tool-triggers.ts';

export type RuleFile =
  | {
      readonly kind: 'read';
      readonly trigger: RuleTrigger;
      /** Empty where the file gives none. */
      readonly name: string;
      readonly description: string;
      readonly body: string;
      /** What was changed on the way, and what was not taken over. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly line?: number; readonly column?: number };

interface ToolFormat {
  /** Keys that mean something; others are noted. */
  readonly keys: readonly string[];
  readonly trigger: TriggerOf;
}

const formats: Readonly<Record<RuleTool, ToolFormat>> = {
  claude_rules: { keys: ['paths', 'description'], trigger: pathsTrigger },
  cline_rules: { keys: ['paths', 'description'], trigger: pathsTrigger },
  cursor_rules: { keys: ['globs', 'alwaysApply', 'description'], trigger: cursorTrigger },
  continue_rules: { keys: ['globs', 'alwaysApply', 'description', 'name'], trigger: continueTrigger },
  windsurf_rules: { keys: ['trigger', 'globs', 'description'], trigger: windsurfTrigger },
  kiro_steering: { keys: ['inclusion', 'fileMatchPattern', 'description', 'name'], trigger: kiroTrigger },
  copilot_instructions: { keys: ['applyTo', 'description', 'name'], trigger: copilotTrigger },
};

/** Reads a rule file of a tool: when it holds, and what it says. In a `folder` of its own it is for files there. */
export function readRuleFile(tool: RuleTool, text: string, folder = ''): RuleFile {
  const matter = readFrontMatter(text);
  if (matter.kind === 'broken') return { ...matter, kind: 'refused' };
  if (matter.body.trim() === '') return { kind: 'refused', reason: 'says nothing below its front matter' };
  return judge(formats[tool], matter, folder);
}

function judge(
  { keys, trigger: triggerOf }: ToolFormat,
  { fields, body }: FrontMatter & { kind: 'read' },
  folder: string,
): RuleFile {
  const description = fields.get('description') ?? '';
  const name = keys.includes('name') ? fields.get('name') : undefined;
  const notes = [...fields]
    .filter(([key]) => !keys.includes(key))
    .map(([key, value]) => `"${key}: ${shown(value)}" has no counterpart and was left out`);
  if (typeof description !== 'string') notes.push('the description is no text and was left out');
  const trigger = triggerOf(fields, notes, folder);
  if (typeof trigger === 'string') return { kind: 'refused', reason: trigger };
  if (trigger.when === 'muted') notes.push(`imported muted: ${trigger.why}`);
  return {
    kind: 'read',
    trigger,
    name: typeof name === 'string' ? name.trim() : '',
    description: typeof description === 'string' ? description.trim() : '',
    body: body.trim(),
    notes,
  };
}
