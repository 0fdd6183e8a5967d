import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { classNames } from './class-names.ts';
import { Field } from './Field.tsx';
import type { FieldProps } from './FieldNotes.tsx';
import styles from './field.module.css';

interface TextFieldProps extends FieldProps {
  readonly value: string;
  /** Called on every keystroke. */
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** For identifiers, patterns and code. */
  readonly mono?: boolean;
  readonly icon?: LucideIcon;
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
  /** A moment is typed and picked as the system does it; its value is `2026-01-31T14:05`, without offset. */
  readonly type?: 'text' | 'datetime-local';
}

/** One line of text. */
export const TextField = memo(function TextField(props: TextFieldProps) {
  const { value, onChange, placeholder = '', mono = false, icon: Icon, type = 'text' } = props;
  return (
    <Field {...props}>
      {tied => (
        <>
          {Icon ? <Icon aria-hidden className={classNames(styles.leading)} size={15} /> : null}
          <input
            {...tied}
            className={classNames(styles.input, mono && styles.mono)}
            disabled={props.disabled}
            onChange={event => onChange(event.target.value)}
            placeholder={placeholder}
            spellCheck={!mono}
            type={type}
            value={value}
          />
        </>
      )}
    </Field>
  );
});
