import { FilePlus2, Plus } from 'lucide-react';
import { keysOf } from '../../../shared/model/entries.ts';
import { Menu } from '../../ui/Menu.tsx';
import { ruleTemplates } from './edits/rule-templates.ts';
import styles from './NewRuleMenu.module.css';
import { startRule, startRuleFromTemplate } from './rule-actions.ts';

/** A rule from nothing, or from a template that asks for what it lacks. */
export function NewRuleMenu({ engineId }: { readonly engineId: string }) {
  return (
    <Menu
      entries={[
        { id: 'empty', label: 'Empty rule', icon: Plus, keys: 'N', run: () => void startRule(engineId) },
        'separator',
        ...keysOf(ruleTemplates).map(id => ({
          id,
          label: ruleTemplates[id].title,
          description: ruleTemplates[id].description,
          icon: FilePlus2,
          run: () => startRuleFromTemplate(engineId, ruleTemplates[id]),
        })),
      ]}
      name="New rule"
      trigger={
        <>
          <Plus aria-hidden size={14} />
          New rule
        </>
      }
      triggerClassName={styles.trigger ?? ''}
    />
  );
}
