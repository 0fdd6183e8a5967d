import { toolRules } from '../rule-file.ts';
import { type Fields, filesTrigger, globsOf, type RuleTrigger } from '../rule-trigger.ts';

export const copilotInstructions = toolRules({
  id: 'copilot-instructions',
  name: 'Copilot instructions',
  description: 'Rules imported from *.instructions.md.',
  prefix: 'copilot',
  keys: ['applyTo', 'description', 'name'],
  trigger: copilotTrigger,
});

/** Copilot: "**" is for every request, also those without a file; without `applyTo` a user attaches it. */
function copilotTrigger(fields: Fields, notes: string[]): RuleTrigger | string {
  const globs = globsOf(fields, 'applyTo');
  if (typeof globs === 'string') return globs;
  if (globs.length === 0)
    return {
      when: 'muted',
      why: 'without "applyTo" it applies when a user attaches it; give it conditions and switch it on',
    };
  const all = globs.find(glob => glob === '**' || glob === '**/*');
  if (all === undefined) return filesTrigger(globs, '', notes);
  notes.push(`"applyTo: ${all}" became a rule without conditions, for every request`);
  return { when: 'always' };
}
