import type { ReactNode } from 'react';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import type { ValueControlProps } from './value-control-props.ts';

type TextValueControlProps = Pick<
  ValueControlProps,
  'value' | 'examples' | 'isBegun' | 'onChange' | 'onSettle'
> & {
  readonly leading?: ReactNode;
};

/** A text, with the texts the variable is known to have as proposals. */
export function TextValueControl(props: TextValueControlProps) {
  const { value, examples, isBegun, onChange, onSettle, leading } = props;
  const texts = [...new Set(examples.filter(example => typeof example === 'string'))];
  return (
    <ComboBox
      label="Value"
      labelHidden
      leading={leading}
      onChange={onChange}
      onChoose={text => {
        onChange(text);
        onSettle?.();
      }}
      openOnFocus
      options={texts.map(text => ({ value: text }))}
      placeholder={isBegun ? 'Which value' : 'Empty text'}
      value={typeof value === 'string' ? value : ''}
    />
  );
}
