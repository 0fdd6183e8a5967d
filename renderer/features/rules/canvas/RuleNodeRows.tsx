import type { ExplainedCondition, ExplainedRule } from '../../../../shared/model/evaluation.ts';
import type { Condition, ContextRule } from '../../../../shared/model/rule.ts';
import { operators } from '../../../../shared/rules/operators.ts';
import { isDraft } from '../../../stores/layouts.ts';
import { t, told } from '../../../texts/texts.ts';
import { OutcomeMark } from '../../../ui/OutcomeMark.tsx';
import { conditionOutcome } from '../../../ui/outcome.ts';
import { conditionFocus, requestFocus } from '../focus-request.ts';
import { formatActual, formatConstant } from '../values/format-value.ts';
import { shownConditions } from './geometry.ts';
import styles from './RuleNode.module.css';

interface RuleNodeRowsProps {
  readonly rule: ContextRule;
  readonly explained: ExplainedRule | undefined;
  readonly level: 'near' | 'middle';
}

/** The conditions of a rule: full rows when near, chips from farther away. */
export function RuleNodeRows({ rule, explained, level }: RuleNodeRowsProps) {
  const more = rule.when.length - shownConditions;
  if (rule.when.length === 0)
    return (
      <p className={styles.always}>
        {isDraft(rule) ? t('Draft: it has no condition yet') : t('Always: it has no conditions')}
      </p>
    );
  return (
    <ul className={styles.rows}>
      {rule.when.slice(0, shownConditions).map((condition, index) => (
        <ConditionRow
          condition={condition}
          explained={explained?.conditions[index]}
          index={index}
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity than their place.
          key={index}
          level={level}
        />
      ))}
      {more > 0 ? (
        <li className={styles.more}>
          {more === 1 ? t('1 more condition') : t('{more} more conditions', { more })}
        </li>
      ) : null}
    </ul>
  );
}

interface ConditionRowProps {
  readonly condition: Condition;
  readonly explained: ExplainedCondition | undefined;
  readonly index: number;
  readonly level: 'near' | 'middle';
}

function ConditionRow({ condition, explained, index, level }: ConditionRowProps) {
  const constant = formatConstant(condition.operator, condition.value);
  const { label, symbol } = operators[condition.operator];
  const [word, sign] = [told(label), told(symbol)];
  return (
    <li
      className={styles.row}
      onDoubleClick={event => {
        event.stopPropagation();
        requestFocus(conditionFocus(index, 'value'));
      }}
      title={`${condition.field} ${word} ${constant}${explained?.reason ? `\n${told(explained.reason)}` : ''}`}
    >
      <span className={styles.field}>{shortField(condition.field)}</span>
      <span className={styles.words}>{level === 'near' ? word : sign}</span>
      <span className={styles.constant}>{constant}</span>
      {explained ? (
        <span className={styles.actual}>
          {level === 'near' ? (
            <span className={styles[explained.outcome]}>{formatActual(explained.actual)}</span>
          ) : null}
          <OutcomeMark look="dot" outcome={conditionOutcome(explained.outcome)} />
        </span>
      ) : null}
    </li>
  );
}

/** The last part of a field, or both of `input.text`. */
function shortField(field: string): string {
  return field === 'input.text' ? field : (field.split('.').at(-1) ?? field);
}
