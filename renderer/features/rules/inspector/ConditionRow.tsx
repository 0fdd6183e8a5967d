import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { memo, useCallback, useMemo } from 'react';
import { isMissing } from '../../../../shared/model/json.ts';
import type { Condition } from '../../../../shared/model/rule.ts';
import { variableTypeOf } from '../../../../shared/model/variable-type.ts';
import type { Operator } from '../../../../shared/rules/operators.ts';
import { type DocumentsState, edit, editLetter, useDocumentsAtOnce } from '../../../stores/documents.ts';
import { useEvaluations } from '../../../stores/evaluations.ts';
import { usePossibleVariables } from '../../../stores/variables.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { OperatorSelect } from '../../../ui/OperatorSelect.tsx';
import {
  type ConditionRef,
  moveCondition,
  removeCondition,
  setConditionField,
  setConditionOperator,
  setConditionValue,
} from '../edits/condition-edits.ts';
import type { RuleRef } from '../edits/rule-edits.ts';
import { conditionFocus } from '../focus-request.ts';
import { ruleOfEngine } from '../rules-of-engine.ts';
import { findMismatch } from '../values/find-mismatch.ts';
import { ConditionOutcome, ConditionReason } from './ConditionOutcome.tsx';
import styles from './ConditionRow.module.css';
import { FieldControl } from './FieldControl.tsx';
import { FixLine } from './FixLine.tsx';
import { ValueControl } from './ValueControl.tsx';
import type { ValueControlProps } from './value-control-props.ts';

interface ConditionMenuProps {
  readonly at: ConditionRef;
  /** How many conditions the rule has. */
  readonly count: number;
}

/** What can be done to a condition as a whole. */
const ConditionMenu = memo(function ConditionMenu({ at, count }: ConditionMenuProps) {
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
});

interface ConditionRowProps {
  readonly rule: RuleRef;
  readonly index: number;
  readonly condition: Condition;
  /** How many conditions the rule has. */
  readonly count: number;
}

/** What a field has room for beside its operator, in the inspector as wide as it is by itself. */
const fieldLetters = 15;

/**
 * One condition: field, operator, value, and at the right end what the sample has and how it ended. Its parts are told
 * the same things while only the value is typed, so that only the value is drawn again.
 */
export const ConditionRow = memo(function ConditionRow({ rule, index, condition, count }: ConditionRowProps) {
  const { field, operator, value } = condition;
  const at = useMemo(() => ({ ...rule, index }), [rule, index]);
  const actual = useEvaluations(state => state.variables.get(field));
  const known = usePossibleVariables().find(variable => variable.name === field);
  const type =
    known && known.type !== 'unknown' ? known.type : isMissing(actual) ? 'unknown' : variableTypeOf(actual);
  const mismatch = findMismatch({ operator, value, actual, type });
  const { setField, setOperator, setValue } = useConditionEdits(at);
  return (
    <li
      aria-label={`Condition ${index + 1}`}
      className={classNames(styles.condition, field.length > fieldLetters && styles.long)}
      data-testid={`condition-${index}`}
    >
      <div className={styles.field} data-focus={conditionFocus(index, 'field')}>
        <FieldControl field={field} onChange={setField} type={type} />
      </div>
      <div className={styles.operator}>
        <OperatorSelect onChange={setOperator} operator={operator} type={type} />
      </div>
      <div className={styles.value} data-focus={conditionFocus(index, 'value')}>
        <TypedValue
          actual={actual}
          at={at}
          examples={known?.examples ?? noExamples}
          onChange={setValue}
          operator={operator}
          type={type}
        />
      </div>
      <ConditionOutcome actual={actual} at={at} />
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
        <ConditionReason actual={actual} at={at} field={field} operator={operator} />
      )}
    </li>
  );
});

const noExamples: readonly unknown[] = [];

/** The value as it is typed: of all that shows a condition only this is drawn with the key. */
function TypedValue({ at, ...control }: Omit<ValueControlProps, 'value'> & { readonly at: ConditionRef }) {
  const value = useDocumentsAtOnce(state => conditionOf(state, at)?.value);
  return <ValueControl {...control} value={value} />;
}

function conditionOf({ working }: DocumentsState, { engineId, ruleId, index }: ConditionRef) {
  return ruleOfEngine(working.engines[engineId], ruleId)?.when[index];
}

/** What the row's controls do; the same functions as long as it is the same condition. */
function useConditionEdits(at: ConditionRef) {
  const key = `${at.engineId}/${at.ruleId}/${at.index}`;
  const setField = useCallback(
    (next: string) => edit('change field', draft => setConditionField(draft, at, next), `field/${key}`),
    [at, key],
  );
  const setOperator = useCallback(
    (next: Operator) => edit('change operator', draft => setConditionOperator(draft, at, next)),
    [at],
  );
  const setValue = useCallback(
    (next: unknown) =>
      editLetter('change value', draft => setConditionValue(draft, at, next), `value/${key}`),
    [at, key],
  );
  return { setField, setOperator, setValue };
}
