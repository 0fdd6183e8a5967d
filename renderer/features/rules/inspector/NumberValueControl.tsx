import { History } from 'lucide-react';
import { t } from '../../../texts/texts.ts';
import { Menu } from '../../../ui/Menu.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { writtenNumber } from '../../../ui/parse-number.ts';
import { seenWords } from '../values/seen-words.ts';
import styles from './ValueControl.module.css';
import type { ValueControlProps } from './value-control-props.ts';

type NumberValueControlProps = Pick<ValueControlProps, 'seen' | 'onChange' | 'onSettle'> & {
  readonly value: number | undefined;
};

/** A number, with the numbers the variable was seen with beside it. */
export function NumberValueControl({ value, seen, onChange, onSettle }: NumberValueControlProps) {
  const numbers = seen.filter(one => typeof one.value === 'number');
  const choose = (chosen: unknown) => {
    onChange(chosen);
    onSettle?.();
  };
  return (
    <div className={styles.number}>
      <NumberField label={t('Value')} labelHidden mono onChange={onChange} value={value} />
      {numbers.length === 0 ? null : (
        <Menu
          entries={numbers.map(one => ({
            id: String(one.value),
            label: writtenNumber(Number(one.value)),
            description: seenWords(one.places),
            run: () => choose(one.value),
          }))}
          name={t('Values seen')}
          trigger={<History aria-hidden size={14} />}
          triggerClassName={styles.seen ?? ''}
        />
      )}
    </div>
  );
}
