import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react';
import { Chips } from './Chips.tsx';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { splitList } from './split-list.ts';
import tags from './TagField.module.css';

interface TagFieldProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
  readonly suggestions?: readonly string[];
  readonly placeholder?: string;
  readonly error?: string | undefined;
}

/** A list of values as chips. Enter, comma or leaving adds; a pasted list is split; Backspace takes the last one back. */
export function TagField(props: TagFieldProps) {
  const { label, labelHidden = false, values, onChange, error } = props;
  const [typed, setTyped] = useState('');
  const id = useId();

  const add = (text: string) => {
    const added = splitList(text).filter(value => !values.includes(value));
    if (added.length > 0) onChange([...values, ...added]);
    setTyped('');
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && typed === '' && values.length > 0) onChange(values.slice(0, -1));
    if ((event.key !== 'Enter' && event.key !== ',') || typed.trim() === '') return;
    event.preventDefault();
    add(typed);
  };
  const splitPasted = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (splitList(text).length < 2) return;
    event.preventDefault();
    add(typed + text);
  };

  return (
    <div className={styles.field} {...(error !== undefined && { 'data-invalid': true })}>
      <label className={classNames(styles.label, labelHidden && tags.hidden)} htmlFor={id}>
        {label}
      </label>
      <div className={classNames(styles.control, tags.control)}>
        <Chips
          chips={values.map(value => ({ id: value, text: value }))}
          label={label}
          onRemove={gone => onChange(values.filter(value => !gone.has(value)))}
        />
        <input
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          aria-invalid={error !== undefined}
          autoComplete="off"
          className={classNames(styles.input, tags.input)}
          id={id}
          list={`${id}-list`}
          onBlur={() => add(typed)}
          onChange={event => setTyped(event.target.value)}
          onKeyDown={handleKey}
          onPaste={splitPasted}
          placeholder={values.length === 0 ? props.placeholder : undefined}
          spellCheck={false}
          value={typed}
        />
        <datalist id={`${id}-list`}>
          {props.suggestions
            ?.filter(value => !values.includes(value))
            .map(value => (
              <option key={value} value={value} />
            ))}
        </datalist>
      </div>
      {error === undefined ? null : (
        <span className={styles.error} id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}
