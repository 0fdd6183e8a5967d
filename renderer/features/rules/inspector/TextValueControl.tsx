import type { ReactNode } from 'react';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import type { ValueControlProps } from './value-control-props.ts';

type TextValueControlProps = Pick<ValueControlProps, 'value' | 'examples' | 'onChange'> & {
  readonly leading?: ReactNode;
};

/** A text, with the texts the variable is known to have as proposals. */
export function TextValueControl({ value, examples, onChange, leading }: TextValueControlProps) {
  const texts = [...new Set(examples.filter(example => typeof example === 'string'))];
  return (
    <ComboBox
      label="Value"
      labelHidden
      leading={leading}
      onChange={onChange}
      openOnFocus
      options={texts.map(text => ({ value: text }))}
      placeholder="Empty text"
      value={typeof value === 'string' ? value : ''}
    />
  );
}
