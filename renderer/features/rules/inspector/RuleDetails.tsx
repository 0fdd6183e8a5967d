import { memo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { type DocumentsState, edit, useDocuments } from '../../../stores/documents.ts';
import type { RuleRef } from '../../../stores/history.ts';
import { t } from '../../../texts/texts.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { setRuleDescription, setRuleTags } from '../edits/rule-edits.ts';
import { toggleMuted } from '../rule-actions.ts';
import styles from './RuleInspector.module.css';

interface RuleDetailsProps {
  readonly at: RuleRef;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isOn: boolean;
}

/** Every tag in use, to propose. */
const selectTags = (state: DocumentsState) => [
  ...new Set(
    Object.values(state.working.engines).flatMap(engine => engine.rules.flatMap(rule => rule.tags ?? [])),
  ),
];

/** What a rule says about itself: why it is there, its tags, whether it is heard. */
export const RuleDetails = memo(function RuleDetails({ at, description, tags, isOn }: RuleDetailsProps) {
  const known = useDocuments(useShallow(selectTags));
  const key = `${at.engineId}/${at.ruleId}`;
  return (
    <section aria-label={t('Details')} className={styles.details}>
      <Switch
        label={t('Fires when it matches (off is muted)')}
        on={isOn}
        onChange={() => toggleMuted(at.engineId, [at.ruleId])}
      />
      <TextArea
        label={t('Description')}
        onChange={text =>
          edit(t('describe rule'), draft => setRuleDescription(draft, at, text), `description/${key}`)
        }
        placeholder={t('Why this rule is there')}
        rows={2}
        value={description}
      />
      <TagField
        label={t('Tags')}
        onChange={next => edit(t('change tags'), draft => setRuleTags(draft, at, next))}
        placeholder={t('Add a tag')}
        suggestions={known}
        values={tags}
      />
    </section>
  );
});
