import type { DraftCondition } from '../../../../shared/model/layout.ts';
import type { Documents } from '../../../stores/history.ts';
import { beginCondition } from './draft-edits.ts';
import { addRule, findRule } from './rule-edits.ts';

/** A rule that is begun with what most of its kind have; what they differ in is asked for. */
export interface RuleTemplate {
  readonly title: string;
  readonly description: string;
  /** Name of the new rule. */
  readonly name: string;
  readonly conditions: readonly DraftCondition[];
  /** Of the new rule; absent: below all that are there. */
  readonly priority?: number;
}

/** The templates by their ids: one entry each. */
export const ruleTemplates = {
  agent: {
    title: 'Only for an agent',
    description: 'Asks which types of agent',
    name: 'Only for an agent',
    conditions: [{ field: 'scope.agent.agent_type', operator: 'in' }],
  },
  phase: {
    title: 'While in a phase',
    description: 'Asks which phase',
    name: 'While in a phase',
    conditions: [{ field: 'addVar.phase', operator: 'eq' }],
  },
  files: {
    title: 'Files of a kind',
    description: 'Asks how the path ends, such as .sql',
    name: 'Files of a kind',
    conditions: [{ field: 'addVar.file_path', operator: 'ends_with' }],
  },
  folder: {
    title: 'Files of a folder',
    description: 'Asks how the path starts, such as services/',
    name: 'Files of a folder',
    conditions: [{ field: 'addVar.file_path', operator: 'starts_with' }],
  },
  hotfix: {
    title: 'Hotfix',
    description: 'While the phase is hotfix, before all others',
    name: 'Hotfix',
    conditions: [{ field: 'addVar.phase', operator: 'eq', value: 'hotfix' }],
    priority: 100,
  },
  review: {
    title: 'Review',
    description: 'While the phase is review',
    name: 'Review',
    conditions: [{ field: 'addVar.phase', operator: 'eq', value: 'review' }],
  },
  retry: {
    title: 'From the second try on',
    description: 'Where the iteration is at least 1',
    name: 'From the second try on',
    conditions: [{ field: 'addVar.iteration', operator: 'gte', value: 1 }],
  },
  said: {
    title: 'When it is about something',
    description: 'Asks for a word of the request',
    name: 'When it is about something',
    conditions: [{ field: 'input.text', operator: 'contains' }],
  },
} as const satisfies Record<string, RuleTemplate>;

/** Adds the rule of a template, with the conditions that lack something as drafts; gives its id. */
export function addRuleFromTemplate(
  draft: Documents,
  engineId: string,
  { name, conditions, priority }: RuleTemplate,
): string | undefined {
  const ruleId = addRule(draft, engineId, name);
  if (ruleId === undefined) return undefined;
  const at = { engineId, ruleId };
  for (const condition of conditions) beginCondition(draft, at, condition);
  const rule = findRule(draft, at);
  if (rule && priority !== undefined) rule.priority = priority;
  return ruleId;
}
