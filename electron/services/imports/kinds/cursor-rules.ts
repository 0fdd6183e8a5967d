import { toolRules } from '../rule-file.ts';
import { alwaysOrFiles, byAgent, byUser, type Fields, type RuleTrigger } from '../rule-trigger.ts';

export const cursorRules = toolRules({
  id: 'cursor-rules',
  name: 'Cursor rules',
  description: 'Rules imported from .cursor/rules.',
  prefix: 'cursor',
  keys: ['globs', 'alwaysApply', 'description'],
  trigger: cursorTrigger,
});

/** Cursor: always, for files, when the agent thinks so, or when the user names it. The last two have no condition. */
function cursorTrigger(fields: Fields, notes: string[], folder: string): RuleTrigger | string {
  const said = alwaysOrFiles(fields, notes, folder);
  if (said !== undefined) return said;
  return { when: 'muted', why: typeof fields.get('description') === 'string' ? byAgent : byUser };
}
