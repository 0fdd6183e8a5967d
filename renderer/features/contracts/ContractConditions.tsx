import { Trash2 } from 'lucide-react';
import type { DraftCondition } from '../../../shared/model/layout.ts';
import type { Condition } from '../../../shared/model/rule.ts';
import { maxConditions } from '../../../shared/model/rule-defaults.ts';
import { completeCondition } from '../../../shared/rules/draft-condition.ts';
import { type Operator, operators, saying } from '../../../shared/rules/operators.ts';
import { documentPlace } from '../../stores/places.ts';
import { formKeyOf } from '../../stores/renamed.ts';
import { usePossibleVariables } from '../../stores/variables.ts';
import { t } from '../../texts/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ComboBox } from '../../ui/ComboBox.tsx';
import { FieldPlace } from '../../ui/field-place.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { OperatorSelect } from '../../ui/OperatorSelect.tsx';
import { ValueField } from '../../ui/ValueField.tsx';
import styles from './ContractEditor.module.css';
import { editContract, setConditions, withOperator } from './contract-edits.ts';
import { noteBegun, useBegun } from './use-contracts.ts';

interface ContractConditionsProps {
  readonly contractId: string;
  readonly conditions: readonly Condition[];
}

/** The conditions that narrow what a contract speaks of; all of them hold together. */
export function ContractConditions({ contractId, conditions }: ContractConditionsProps) {
  const set = (next: readonly Condition[], label: string, mergeKey?: string) =>
    editContract(contractId, label, draft => setConditions(draft, next), mergeKey);
  const replace = (index: number, condition: Condition, mergeKey?: string) =>
    set(conditions.with(index, condition), t('change condition'), mergeKey && `${index}/${mergeKey}`);
  // One that is begun is none yet: it joins the others once it says enough.
  const begun = useBegun(state => state[formKeyOf('contracts', contractId)]);
  const setBegun = (next: DraftCondition | undefined) => noteBegun(contractId, next);
  const go = (next: DraftCondition) => {
    const complete = completeCondition(next);
    setBegun(complete ? undefined : next);
    if (complete) set([...conditions, complete], t('add condition'), `${conditions.length}/value`);
  };
  const rows = [...conditions, ...(begun ? [{ ...begun, field: begun.field ?? '' }] : [])];
  const isFull = conditions.length >= maxConditions;
  return (
    <>
      {conditions.length === 0 ? (
        <p className={styles.note}>{t('Without a condition it speaks of every request.')}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <FieldPlace value={{ at: documentPlace('contracts', contractId) }}>
          <ol className={styles.conditions}>
            {rows.map((condition, index) => {
              const isBegun = index === conditions.length;
              return (
                <ConditionFields
                  condition={condition}
                  index={index}
                  isBegun={isBegun}
                  // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity than their place.
                  key={index}
                  onChange={(next, mergeKey) => (isBegun ? go(next) : replace(index, next, mergeKey))}
                  onRemove={() =>
                    isBegun ? setBegun(undefined) : set(conditions.toSpliced(index, 1), t('remove condition'))
                  }
                />
              );
            })}
          </ol>
        </FieldPlace>
      )}
      <div>
        <Button
          adds
          disabled={isFull || begun !== undefined}
          onPress={() => setBegun(begin(saying.equal))}
          variant="quiet"
        >
          {isFull ? t('At most {maxConditions} conditions', { maxConditions }) : t('Add condition')}
        </Button>
      </div>
    </>
  );
}

/** A condition of which only the operator is said. */
const begin = (operator: Operator): DraftCondition => ({
  operator,
  value: operators[operator].takes === 'list' ? [] : '',
});

interface ConditionFieldsProps {
  readonly condition: Condition;
  readonly index: number;
  /** It asks for what it lacks. */
  readonly isBegun: boolean;
  readonly onChange: (condition: Condition, mergeKey?: string) => void;
  readonly onRemove: () => void;
}

function ConditionFields({ condition, index, isBegun, onChange, onRemove }: ConditionFieldsProps) {
  const { field, operator, value } = condition;
  const variables = usePossibleVariables();
  const known = variables.find(({ name }) => name === field);
  const { takes } = operators[operator];
  return (
    <li aria-label={t('Condition {index}', { index: index + 1 })} className={styles.condition}>
      <ComboBox
        label={t('Field')}
        labelHidden
        mono
        onChange={next => onChange({ ...condition, field: next }, 'field')}
        openOnFocus
        options={variables.map(({ name }) => ({ value: name }))}
        placeholder={t('Which variable')}
        value={field}
        {...(field.trim() === '' && !isBegun && { error: t('Which variable shall it ask for?') })}
      />
      <OperatorSelect
        onChange={next => onChange(isBegun ? { ...begin(next), field } : withOperator(condition, next))}
        operator={operator}
        type={known?.type ?? 'unknown'}
      />
      <div className={styles.value}>
        {takes === 'none' ? null : (
          <ValueField
            label={t('Value of condition {index}', { index: index + 1 })}
            onChange={next => onChange({ ...condition, value: next }, 'value')}
            type={known?.type ?? 'unknown'}
            value={value}
          />
        )}
      </div>
      <IconButton
        icon={Trash2}
        name={t('Remove condition {index}', { index: index + 1 })}
        onPress={onRemove}
      />
    </li>
  );
}
