import { shown } from '../front-matter.ts';
import { toolRules } from '../rule-file.ts';
import {
  alwaysBefore,
  byAgent,
  byUser,
  type Fields,
  filesTrigger,
  globsOf,
  type RuleTrigger,
} from '../rule-trigger.ts';

export const windsurfRules = toolRules({
  id: 'windsurf-rules',
  name: 'Windsurf rules',
  description: 'Rules imported from .windsurf/rules.',
  prefix: 'windsurf',
  keys: ['trigger', 'globs', 'description'],
  trigger: windsurfTrigger,
});

/** Windsurf says by a word when a rule holds; without one it is for every request. */
function windsurfTrigger(fields: Fields, notes: string[], folder: string): RuleTrigger | string {
  const trigger = fields.get('trigger') ?? 'always_on';
  const globs = globsOf(fields, 'globs');
  if (typeof globs === 'string') return globs;
  switch (trigger) {
    case 'always_on':
      return alwaysBefore(globs, folder, notes);
    case 'glob':
      return globs.length === 0 ? '"trigger: glob" needs "globs"' : filesTrigger(globs, folder, notes);
    case 'model_decision':
    case 'manual':
      if (globs.length > 0) notes.push(`"globs" was left out, because of "trigger: ${trigger}"`);
      return { when: 'muted', why: trigger === 'manual' ? byUser : byAgent };
    default:
      return `"trigger" must be always_on, glob, model_decision or manual, not ${shown(trigger)}`;
  }
}
