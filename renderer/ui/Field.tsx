import { type ReactNode, useEffect, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldNotes, type FieldProps } from './FieldNotes.tsx';
import styles from './field.module.css';

/** What ties a control to its label, its help and what is wrong with it. */
interface Tied {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-label': string | undefined;
}

interface NativeFieldProps extends FieldProps {
  /** The control takes the focus once it is there. */
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
  readonly children: (tied: Tied) => ReactNode;
}

/**
 * A native control with its label and notes, in the looks of all fields. Where a list opens, the library's own field ties
 * them, which takes six times as long to draw: forms have dozens.
 */
export function Field(props: NativeFieldProps) {
  const {
    label,
    labelHidden = false,
    description,
    error,
    autoFocus = false,
    disabled = false,
    children,
  } = props;
  const id = useId();
  useEffect(() => {
    if (autoFocus) document.getElementById(id)?.focus();
  }, [autoFocus, id]);
  const notes = [
    ...(description === undefined ? [] : [`${id}-help`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return (
    <div
      className={classNames(styles.field)}
      data-disabled={disabled || undefined}
      data-invalid={error !== undefined || undefined}
    >
      {labelHidden ? null : (
        <label className={classNames(styles.label)} htmlFor={id}>
          {label}
        </label>
      )}
      <div className={classNames(styles.control)}>
        {children({
          id,
          'aria-describedby': notes.join(' ') || undefined,
          'aria-invalid': error !== undefined || undefined,
          'aria-label': labelHidden ? label : undefined,
        })}
      </div>
      <FieldNotes description={description} error={error} id={id} />
    </div>
  );
}
