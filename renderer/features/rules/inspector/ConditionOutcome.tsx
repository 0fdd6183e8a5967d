import { memo } from 'react';
import type { ExplainedCondition } from '../../../../shared/model/evaluation.ts';
import { isKnownField } from '../../../../shared/rules/field-name.ts';
import { useRuleOutcome } from '../../../stores/evaluations.ts';
import { OutcomeMark } from '../../../ui/OutcomeMark.tsx';
import { conditionOutcome } from '../../../ui/outcome.ts';
import type { ConditionRef } from '../edits/condition-edits.ts';
import { formatActual, withoutCode } from '../values/format-value.ts';
import styles from './ConditionRow.module.css';

interface ConditionOutcomeProps {
  readonly at: ConditionRef;
  /** What the current sample has. */
  readonly actual: unknown;
}

/** What the sample has and how the condition ended; drawn again by itself when the outcome comes. */
export const ConditionOutcome = memo(function ConditionOutcome({ at, actual }: ConditionOutcomeProps) {
  const explained = useExplained(at);
  if (!explained) return <span className={styles.outcome} />;
  return (
    <span className={styles.outcome} title={explained.reason}>
      <OutcomeMark look="word" outcome={conditionOutcome(explained.outcome)}>
        {formatActual(actual)}
      </OutcomeMark>
    </span>
  );
});

interface ConditionReasonProps {
  readonly at: ConditionRef;
  readonly field: string;
}

/** Why the condition did not match, unless the field control says it already. */
export const ConditionReason = memo(function ConditionReason({ at, field }: ConditionReasonProps) {
  const explained = useExplained(at);
  if (explained?.reason === undefined || explained.outcome === 'matched' || !isKnownField(field)) return null;
  return (
    <p className={styles.reason} title={explained.reason}>
      {withoutCode(explained.reason)}
    </p>
  );
});

function useExplained({ engineId, ruleId, index }: ConditionRef): ExplainedCondition | undefined {
  return useRuleOutcome(engineId, ruleId)?.conditions[index];
}
