import { ChevronDown, FilePlus2 } from 'lucide-react';
import { keysOf } from '../../../shared/model/entries.ts';
import { lackOf } from '../../../shared/rules/draft-condition.ts';
import { t } from '../../texts/texts.ts';
import { Menu } from '../../ui/Menu.tsx';
import { addRuleFromTemplate, type RuleTemplate, ruleTemplates } from './edits/rule-templates.ts';
import { conditionFocus, requestFocus, ruleNameFocus } from './focus-request.ts';
import { answerOf } from './rule-actions.ts';
import { selectRule } from './selection.ts';
import styles from './TemplateMenu.module.css';

/** A rule from a template that asks for what it lacks. */
export function TemplateMenu({ engineId }: { readonly engineId: string }) {
  return (
    <Menu
      entries={keysOf(ruleTemplates).map(id => ({
        id,
        label: ruleTemplates[id].title,
        description: ruleTemplates[id].description,
        icon: FilePlus2,
        run: () => startRuleFromTemplate(engineId, ruleTemplates[id]),
      }))}
      name={t('New rule from a template')}
      trigger={<ChevronDown aria-hidden size={16} />}
      triggerClassName={styles.trigger ?? ''}
    />
  );
}

/** Adds the rule of a template and asks for what it lacks first. */
function startRuleFromTemplate(engineId: string, template: RuleTemplate): void {
  const ruleId = answerOf(t('add rule'), draft => addRuleFromTemplate(draft, engineId, template));
  if (ruleId === undefined) return;
  selectRule({ engineId, ruleId });
  const asked = template.conditions.findIndex(condition => lackOf(condition) !== undefined);
  requestFocus(asked < 0 ? ruleNameFocus : conditionFocus(asked, 'value'));
}
