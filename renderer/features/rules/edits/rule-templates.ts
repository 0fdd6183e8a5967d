import type { DraftCondition } from '../../../../shared/model/layout.ts';
import { type Documents, findRule } from '../../../stores/history.ts';
import { t } from '../../../texts/texts.ts';
import { beginCondition } from './draft-edits.ts';
import { addRule } from './rule-edits.ts';

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
    title: t('Only for an agent'),
    description: t('Asks which types of agent'),
    name: t('Only for an agent'),
    conditions: [{ field: 'scope.agent.agent_type', operator: 'in' }],
  },
  phase: {
    title: t('While in a phase'),
    description: t('Asks which phase'),
    name: t('While in a phase'),
    conditions: [{ field: 'addVar.phase', operator: 'eq' }],
  },
  files: {
    title: t('Files of a kind'),
    description: t('Asks how the path ends, such as .sql'),
    name: t('Files of a kind'),
    conditions: [{ field: 'addVar.file_path', operator: 'ends_with' }],
  },
  folder: {
    title: t('Files of a folder'),
    description: t('Asks how the path starts, such as services/'),
    name: t('Files of a folder'),
    conditions: [{ field: 'addVar.file_path', operator: 'starts_with' }],
  },
  hotfix: {
    title: t('Hotfix'),
    description: t('While the phase is hotfix, before all others'),
    name: t('Hotfix'),
    conditions: [{ field: 'addVar.phase', operator: 'eq', value: 'hotfix' }],
    priority: 100,
  },
  review: {
    title: t('Review'),
    description: t('While the phase is review'),
    name: t('Review'),
    conditions: [{ field: 'addVar.phase', operator: 'eq', value: 'review' }],
  },
  retry: {
    title: t('From the second try on'),
    description: t('Where the iteration is at least 1'),
    name: t('From the second try on'),
    conditions: [{ field: 'addVar.iteration', operator: 'gte', value: 1 }],
  },
  said: {
    title: t('When it is about something'),
    description: t('Asks for a word of the request'),
    name: t('When it is about something'),
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
