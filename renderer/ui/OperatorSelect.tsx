import { memo, useMemo } from 'react';
import type { VariableType } from '../../shared/model/variable-type.ts';
import { type Operator, operatorNames, operators } from '../../shared/rules/operators.ts';
import { t, told } from '../texts/texts.ts';
import { Select } from './Select.tsx';

interface OperatorSelectProps {
  readonly operator: Operator;
  readonly type: VariableType;
  readonly onChange: (operator: Operator) => void;
}

/** All operators in words and sign; those that suit the variable stand first. */
export const OperatorSelect = memo(function OperatorSelect(props: OperatorSelectProps) {
  const { operator, type, onChange } = props;
  const options = useMemo(() => operatorOptions(type), [type]);
  return <Select label={t('Operator')} labelHidden onChange={onChange} options={options} value={operator} />;
});

const typeWords = {
  string: 'texts',
  number: 'numbers',
  boolean: t('true or false'),
  array: 'lists',
  object: 'objects',
  unknown: 'this',
} as const satisfies Record<VariableType, string>;

/** Operators in catalogue order, suited ones before the rest. */
function operatorOptions(type: VariableType) {
  const suits = (operator: Operator) => operators[operator].suits.includes(type);
  const ordered = [...operatorNames.filter(suits), ...operatorNames.filter(operator => !suits(operator))];
  return ordered.map(operator => {
    const { label, symbol } = operators[operator];
    const parts = [
      symbol === label ? '' : symbol,
      suits(operator) ? '' : t('not usual for {type}', { type: told(typeWords[type]) }),
    ];
    const description = parts.filter(part => part !== '').join(' · ');
    return { value: operator, label: told(label), ...(description !== '' && { description }) };
  });
}
