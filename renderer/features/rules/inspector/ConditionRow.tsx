import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ExplainedCondition } from '../../../../shared/model/evaluation.ts';
import { isMissing } from '../../../../shared/model/json.ts';
import type { Condition } from '../../../../shared/model/rule.ts';
import { isKnownField } from '../../../../shared/rules/field-name.ts';
import { edit } from '../../../stores/documents.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { usePossibleVariables } from '../../../stores/variables.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { OutcomeMark } from '../../../ui/OutcomeMark.tsx';
import { conditionOutcome } from '../../../ui/outcome.ts';
import {
  type ConditionRef,
  moveCondition,
  removeCondition,
  setConditionField,
  setConditionOperator,
  setConditionValue,
} from '../edits/condition-edits.ts';
import { conditionFocus } from '../focus-request.ts';
import { findMismatch, typeOf } from '../values/find-mismatch.ts';
import { formatActual, withoutCode } from '../values/format-value.ts';
import styles from './ConditionRow.module.css';
import { FieldControl } from './FieldControl.tsx';
import { FixLine } from './FixLine.tsx';
import { OperatorControl } from './OperatorControl.tsx';
import { ValueControl } from './ValueControl.tsx';

interface ConditionRowProps {
  readonly at: ConditionRef;
  readonly condition: Condition;
  readonly explained: ExplainedCondition | undefined;
  /** How many conditions the rule has. */
  readonly count: number;
}

/** One condition: field, operator, value, and at the right end what the sample has and how it ended. */
export function ConditionRow({ at, condition, explained, count }: ConditionRowProps) {
  const { field, operator, value } = condition;
  const actual = useEvaluations(state => state.variables.get(field));
  const known = usePossibleVariables().find(variable => variable.name === field);
  const type =
    known && known.type !== 'unknown' ? known.type : isMissing(actual) ? 'unknown' : typeOf(actual);
  const mismatch = findMismatch({ operator, value, actual, type });
  const key = `${at.engineId}/${at.ruleId}/${at.index}`;
  const setValue = (next: unknown) =>
    edit('change value', draft => setConditionValue(draft, at, next), `value/${key}`);
  return (
    <li
      aria-label={`Condition ${at.index + 1}`}
      className={styles.condition}
      data-testid={`condition-${at.index}`}
    >
      <div className={styles.field} data-focus={conditionFocus(at.index, 'field')}>
        <FieldControl
          field={field}
          onChange={next => edit('change field', draft => setConditionField(draft, at, next), `field/${key}`)}
          type={type}
        />
      </div>
      <div className={styles.operator}>
        <OperatorControl
          onChange={next => edit('change operator', draft => setConditionOperator(draft, at, next))}
          operator={operator}
          type={type}
        />
      </div>
      <div className={styles.value} data-focus={conditionFocus(at.index, 'value')}>
        <ValueControl
          actual={actual}
          examples={known?.examples ?? []}
          onChange={setValue}
          operator={operator}
          type={type}
          value={value}
        />
      </div>
      {explained ? (
        <span className={styles.outcome} title={explained.reason}>
          <OutcomeMark look="word" outcome={conditionOutcome(explained.outcome)}>
            {formatActual(actual)}
          </OutcomeMark>
        </span>
      ) : (
        <span className={styles.outcome} />
      )}
      <div className={styles.menu}>
        <ConditionMenu at={at} count={count} />
      </div>
      {mismatch ? (
        <FixLine
          fixLabel={mismatch.fixLabel}
          message={mismatch.message}
          onFix={() => setValue(mismatch.fixed)}
        />
      ) : (
        <Reason explained={explained} field={field} />
      )}
    </li>
  );
}

/** Why the condition did not match, unless the field control says it already. */
function Reason({
  explained,
  field,
}: {
  readonly explained: ExplainedCondition | undefined;
  readonly field: string;
}) {
  if (explained?.reason === undefined || explained.outcome === 'matched' || !isKnownField(field)) return null;
  return (
    <p className={styles.reason} title={explained.reason}>
      {withoutCode(explained.reason)}
    </p>
  );
}

function ConditionMenu({ at, count }: { readonly at: ConditionRef; readonly count: number }) {
  const move = (by: -1 | 1) => edit('move condition', draft => moveCondition(draft, at, by));
  return (
    <Menu
      entries={[
        { id: 'up', label: 'Move up', icon: ArrowUp, disabled: at.index === 0, run: () => move(-1) },
        {
          id: 'down',
          label: 'Move down',
          icon: ArrowDown,
          disabled: at.index === count - 1,
          run: () => move(1),
        },
        'separator',
        {
          id: 'remove',
          label: 'Remove condition',
          icon: Trash2,
          tone: 'danger',
          run: () => edit('remove condition', draft => removeCondition(draft, at)),
        },
      ]}
      name={`More for condition ${at.index + 1}`}
    />
  );
}
