import { TextArea as AriaTextArea, Label, TextField } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { FieldNotes, type FieldProps } from './FieldNotes.tsx';
import styles from './field.module.css';

interface TextAreaProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly rows?: number;
  readonly autoFocus?: boolean;
}

/** Several lines of text: as many as are asked for, and more with what is in it; the user may make it taller. */
export function TextArea({
  label,
  labelHidden = false,
  description,
  error,
  value,
  onChange,
  placeholder = '',
  mono = false,
  rows = 4,
  autoFocus = false,
}: TextAreaProps) {
  return (
    <TextField
      autoFocus={autoFocus}
      className={classNames(styles.field)}
      isInvalid={error !== undefined}
      onChange={onChange}
      value={value}
      {...(labelHidden && { 'aria-label': label })}
    >
      {labelHidden ? null : <Label className={classNames(styles.label)}>{label}</Label>}
      <div className={styles.control}>
        <AriaTextArea
          className={classNames(styles.input, styles.area, mono && styles.mono)}
          placeholder={placeholder}
          rows={rows}
          style={{ minHeight: `calc(${rows}lh + 12px)` }}
          spellCheck={mono ? 'false' : 'true'}
        />
      </div>
      <FieldNotes description={description} error={error} />
    </TextField>
  );
}
