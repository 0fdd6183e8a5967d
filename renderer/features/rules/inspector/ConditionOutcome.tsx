import { memo } from 'react';
import type { ExplainedCondition } from '../../../../shared/model/evaluation.ts';
import { isKnownField } from '../../../../shared/rules/field-name.ts';
import { type Operator, operators } from '../../../../shared/rules/operators.ts';
import { capitalized } from '../../../../shared/words.ts';
import { useRuleOutcome } from '../../../stores/evaluations.ts';
import { t, told } from '../../../texts/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
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
    <span className={styles.outcome} title={told(explained.reason ?? '')}>
      <OutcomeMark look="word" outcome={conditionOutcome(explained.outcome)}>
        {formatActual(actual)}
      </OutcomeMark>
    </span>
  );
});

interface ConditionReasonProps extends ConditionOutcomeProps {
  readonly field: string;
  readonly operator: Operator;
}

/**
 * Why the condition did not match, unless the field control says it already; of a pattern also what it is found in. One
 * line for both, so that nothing moves when the outcome changes.
 */
export const ConditionReason = memo(function ConditionReason(props: ConditionReasonProps) {
  const { at, field, operator, actual } = props;
  const explained = useExplained(at);
  const isPattern = operators[operator].takes === 'pattern';
  if (isPattern && explained?.outcome === 'matched' && typeof actual === 'string')
    return (
      <p className={classNames(styles.reason, styles.found)} title={actual}>
        <span aria-hidden>✓ </span>
        {t('Found in “{actual}”', { actual })}
      </p>
    );
  if (explained?.reason === undefined || explained.outcome === 'matched' || !isKnownField(field)) return null;
  return (
    <p className={styles.reason} title={told(explained.reason ?? '')}>
      {capitalized(told(withoutCode(explained.reason)))}
    </p>
  );
});

function useExplained({ engineId, ruleId, index }: ConditionRef): ExplainedCondition | undefined {
  return useRuleOutcome(engineId, ruleId)?.conditions[index];
}
