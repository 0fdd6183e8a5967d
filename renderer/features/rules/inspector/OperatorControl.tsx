import { memo, useMemo } from 'react';
import {
  type Operator,
  operatorCatalog,
  operators,
  type VariableType,
} from '../../../../shared/rules/operators.ts';
import { Select } from '../../../ui/Select.tsx';

interface OperatorControlProps {
  readonly operator: Operator;
  readonly type: VariableType;
  readonly onChange: (operator: Operator) => void;
}

/** All fourteen operators in words and sign; those that suit the variable stand first. */
export const OperatorControl = memo(function OperatorControl(props: OperatorControlProps) {
  const { operator, type, onChange } = props;
  const options = useMemo(() => operatorOptions(type), [type]);
  return <Select label="Operator" labelHidden onChange={onChange} options={options} value={operator} />;
});

const typeWords = {
  string: 'texts',
  number: 'numbers',
  boolean: 'true or false',
  array: 'lists',
  object: 'objects',
  unknown: 'this',
} as const satisfies Record<VariableType, string>;

/** Operators in catalogue order, suited ones before the rest. */
export function operatorOptions(type: VariableType) {
  const suits = (operator: Operator) =>
    (operatorCatalog[operator].suits as readonly VariableType[]).includes(type); // widened: each operator suits its own few
  const ordered = [...operators.filter(suits), ...operators.filter(operator => !suits(operator))];
  return ordered.map(operator => {
    const { words, symbol } = operatorCatalog[operator];
    const parts = [symbol === words ? '' : symbol, suits(operator) ? '' : `not usual for ${typeWords[type]}`];
    const description = parts.filter(part => part !== '').join(' · ');
    return { value: operator, label: words, ...(description !== '' && { description }) };
  });
}
