import { type ContextRule, isRuleEnabled } from '../../../../shared/model/rule.ts';
import { type DocumentsState, edit, useDocuments } from '../../../stores/documents.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { TagField } from '../../../ui/TagField.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { type RuleRef, setRuleDescription, setRuleTags } from '../edits/rule-edits.ts';
import { toggleRuleMuted } from '../rule-actions.ts';
import styles from './RuleInspector.module.css';

interface RuleDetailsProps {
  readonly at: RuleRef;
  readonly rule: ContextRule;
}

const selectEngines = (state: DocumentsState) => state.working.engines;

/** What a rule says about itself: why it is there, its tags, whether it is heard. */
export function RuleDetails({ at, rule }: RuleDetailsProps) {
  const engines = useDocuments(selectEngines);
  const tags = [
    ...new Set(Object.values(engines).flatMap(engine => engine.rules.flatMap(other => other.tags ?? []))),
  ];
  const key = `${at.engineId}/${at.ruleId}`;
  return (
    <section aria-label="Details" className={styles.details}>
      <Switch
        label="Fires when it matches (off is muted)"
        on={isRuleEnabled(rule)}
        onChange={() => toggleRuleMuted(at)}
      />
      <TextArea
        label="Description"
        onChange={text =>
          edit('describe rule', draft => setRuleDescription(draft, at, text), `description/${key}`)
        }
        placeholder="Why this rule is there"
        rows={2}
        value={rule.description ?? ''}
      />
      <TagField
        label="Tags"
        onChange={next => edit('change tags', draft => setRuleTags(draft, at, next))}
        placeholder="Add a tag"
        suggestions={tags}
        values={rule.tags ?? []}
      />
    </section>
  );
}
