import { type Operator, operatorCatalog, type VariableType } from '../../../../shared/rules/operators.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
import { asNumber } from '../values/value-kind.ts';
import { AnyValueControl } from './AnyValueControl.tsx';
import { ListControl } from './ListControl.tsx';
import { PatternControl } from './PatternControl.tsx';
import { TextValueControl } from './TextValueControl.tsx';

export interface ValueControlProps {
  readonly operator: Operator;
  readonly value: unknown;
  readonly actual: unknown;
  readonly type: VariableType;
  /** Values the variable has in samples and rules. */
  readonly examples: readonly unknown[];
  /** `undefined` takes the value away. */
  readonly onChange: (value: unknown) => void;
}

/** The constant of a condition, by what its operator takes. */
export function ValueControl(props: ValueControlProps) {
  switch (operatorCatalog[props.operator].operand) {
    case 'none':
      return null;
    case 'list':
      return <ListControl {...props} />;
    case 'number':
      return (
        <NumberField label="Value" labelHidden mono onChange={props.onChange} value={asNumber(props.value)} />
      );
    case 'pattern':
      return <PatternControl {...props} />;
    case 'text':
      return <TextValueControl {...props} />;
    case 'any':
      return <AnyValueControl {...props} />;
  }
}
