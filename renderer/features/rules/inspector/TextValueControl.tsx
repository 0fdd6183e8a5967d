import { type ReactNode, useMemo } from 'react';
import type { SeenValue } from '../../../../shared/rules/evaluation/seen-values.ts';
import { t } from '../../../texts/texts.ts';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { seenWords } from '../values/seen-words.ts';
import type { ValueControlProps } from './value-control-props.ts';

type TextValueControlProps = Pick<
  ValueControlProps,
  'value' | 'seen' | 'isBegun' | 'onChange' | 'onSettle'
> & {
  readonly leading?: ReactNode;
};

/** A text, with the texts the variable was seen with as proposals, and where they were. */
export function TextValueControl(props: TextValueControlProps) {
  const { value, seen, isBegun, onChange, onSettle, leading } = props;
  const options = useMemo(() => textOptions(seen), [seen]);
  return (
    <ComboBox
      label={t('Value')}
      labelHidden
      leading={leading}
      onChange={onChange}
      onChoose={text => {
        onChange(text);
        onSettle?.();
      }}
      openOnFocus
      options={options}
      placeholder={isBegun ? t('Value') : t('Empty text')}
      value={typeof value === 'string' ? value : ''}
    />
  );
}

function textOptions(seen: readonly SeenValue[]) {
  return seen.flatMap(({ value, places }) =>
    typeof value === 'string' ? { value, description: seenWords(places) } : [],
  );
}
