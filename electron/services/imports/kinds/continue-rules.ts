import { toolRules } from '../rule-file.ts';
import { alwaysIn, alwaysOrFiles, byAgent, type Fields, type RuleTrigger, truthOf } from '../rule-trigger.ts';

export const continueRules = toolRules({
  id: 'continue-rules',
  name: 'Continue rules',
  description: 'Rules imported from .continue/rules.',
  prefix: 'continue',
  keys: ['globs', 'alwaysApply', 'description', 'name'],
  trigger: continueTrigger,
});

/** Continue: as Cursor, but a rule that says nothing at all always holds; `regex` asks for what is in a file. */
function continueTrigger(fields: Fields, notes: string[], folder: string): RuleTrigger | string {
  const said = alwaysOrFiles(fields, notes, folder);
  if (said !== undefined) return said;
  if (truthOf(fields, 'alwaysApply') === false) return { when: 'muted', why: byAgent };
  if (!fields.has('regex')) return alwaysIn(folder, notes);
  return {
    when: 'muted',
    why: 'it applies by what is in a file, which no condition sees; give it others and switch it on',
  };
}
