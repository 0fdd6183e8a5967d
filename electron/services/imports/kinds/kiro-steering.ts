import { shown } from '../front-matter.ts';
import { toolRules } from '../rule-file.ts';
import {
  alwaysIn,
  byAgent,
  byUser,
  type Fields,
  filesTrigger,
  globsOf,
  type RuleTrigger,
} from '../rule-trigger.ts';

export const kiroSteering = toolRules({
  id: 'kiro-steering',
  name: 'Kiro steering',
  description: 'Rules imported from .kiro/steering.',
  prefix: 'kiro',
  keys: ['inclusion', 'fileMatchPattern', 'description', 'name'],
  trigger: kiroTrigger,
});

/** Kiro: always unless the file says otherwise. */
function kiroTrigger(fields: Fields, notes: string[], folder: string): RuleTrigger | string {
  const inclusion = fields.get('inclusion') ?? 'always';
  const globs = globsOf(fields, 'fileMatchPattern');
  if (typeof globs === 'string') return globs;
  switch (inclusion) {
    case 'always':
      return alwaysIn(folder, notes);
    case 'fileMatch':
      return globs.length === 0
        ? '"inclusion: fileMatch" needs "fileMatchPattern"'
        : filesTrigger(globs, folder, notes);
    case 'auto':
    case 'manual':
      return { when: 'muted', why: inclusion === 'manual' ? byUser : byAgent };
    default:
      return `"inclusion" must be always, fileMatch, auto or manual, not ${shown(inclusion)}`;
  }
}
