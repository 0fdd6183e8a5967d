import { classNames } from './class-names.ts';
import { Field } from './Field.tsx';
import type { FieldProps } from './FieldNotes.tsx';
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
export function TextArea(props: TextAreaProps) {
  const { value, onChange, placeholder = '', mono = false, rows = 4 } = props;
  return (
    <Field {...props}>
      {tied => (
        <textarea
          {...tied}
          className={classNames(styles.input, styles.area, mono && styles.mono)}
          onChange={event => onChange(event.target.value)}
          placeholder={placeholder}
          rows={rows}
          spellCheck={!mono}
          style={{ minHeight: `calc(${rows}lh + 12px)` }}
          value={value}
        />
      )}
    </Field>
  );
}
