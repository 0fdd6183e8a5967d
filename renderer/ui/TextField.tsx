import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';
import { TextField as AriaTextField, Input, Label } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { FieldNotes, type FieldProps } from './FieldNotes.tsx';
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
export const TextField = memo(function TextField({
  label,
  labelHidden = false,
  description,
  error,
  value,
  onChange,
  placeholder = '',
  mono = false,
  icon: Icon,
  autoFocus = false,
  disabled = false,
  type = 'text',
}: TextFieldProps) {
  return (
    <AriaTextField
      autoFocus={autoFocus}
      className={classNames(styles.field)}
      isDisabled={disabled}
      isInvalid={error !== undefined}
      onChange={onChange}
      value={value}
      {...(labelHidden && { 'aria-label': label })}
    >
      {labelHidden ? null : <Label className={classNames(styles.label)}>{label}</Label>}
      <div className={styles.control}>
        {Icon ? <Icon aria-hidden className={classNames(styles.leading)} size={15} /> : null}
        <Input
          className={classNames(styles.input, mono && styles.mono)}
          placeholder={placeholder}
          spellCheck={mono ? 'false' : 'true'}
          type={type}
        />
      </div>
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  );
});
