import { memo, useState } from 'react';
import type { Condition } from '../../../../shared/model/rule.ts';
import { maxConditions } from '../../../../shared/model/rule-defaults.ts';
import { useDocuments } from '../../../stores/documents.ts';
import type { RuleRef } from '../../../stores/history.ts';
import { t } from '../../../texts/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { PanelHeader } from '../../../ui/PanelHeader.tsx';
import { draftsOf } from '../edits/draft-edits.ts';
import { addConditionFocus } from '../focus-request.ts';
import { addConditionByHand } from '../rule-actions.ts';
import { ConditionRow } from './ConditionRow.tsx';
import { keepKeys } from './condition-keys.ts';
import styles from './RuleInspector.module.css';

interface ConditionListProps {
  readonly at: RuleRef;
  readonly conditions: readonly Condition[];
  readonly isDraft: boolean;
}

/** All conditions of a rule, then those that are only begun; it fires when every one of the first matches. */
export const ConditionList = memo(function ConditionList({ at, conditions, isDraft }: ConditionListProps) {
  const begun = useDocuments(state => draftsOf(state.working.layouts[at.engineId], at.ruleId));
  const rows = [...conditions, ...begun];
  const [keysOf] = useState(keepKeys);
  const keys = keysOf(rows);
  const isFull = rows.length >= maxConditions;
  return (
    <section aria-label={t('Conditions')} className={styles.group}>
      <PanelHeader
        level="label"
        title={isDraft ? t('Draft') : conditions.length === 0 ? t('Always') : t('When all of these hold')}
      />
      {conditions.length === 0 ? (
        <p className={styles.note}>
          {isDraft
            ? t('Not evaluated until it has a condition. Unmuted without one, it fires for every request.')
            : t('Without a condition the rule fires for every request.')}
        </p>
      ) : null}
      {rows.length === 0 ? null : (
        <ol className={styles.conditions}>
          {rows.map((condition, index) => (
            <ConditionRow
              condition={condition}
              count={conditions.length}
              index={index}
              key={keys[index]}
              rule={at}
            />
          ))}
        </ol>
      )}
      <div data-focus={addConditionFocus}>
        <Button disabled={isFull} adds keys="A" onPress={() => addConditionByHand(at)} variant="quiet">
          {isFull ? t('At most {maxConditions} conditions', { maxConditions }) : t('Add condition')}
        </Button>
      </div>
    </section>
  );
});
