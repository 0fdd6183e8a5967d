import { CircleAlert } from 'lucide-react';
import { Text } from 'react-aria-components';
import styles from './field.module.css';

/** What every labelled control takes. A hidden label is still read out. */
export interface FieldProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  /** One line of help under the control. */
  readonly description?: string | undefined;
  /** What is wrong with the value; marks the control as invalid. */
  readonly error?: string | undefined;
}

interface FieldNotesProps extends Pick<FieldProps, 'description' | 'error'> {
  /** Of the control that names them itself; the library's own controls find them by their slot. */
  readonly id?: string;
}

/** Help and error under a control, tied to it for screen readers. */
export function FieldNotes({ description, error, id }: FieldNotesProps) {
  // Within a window the library's own knows no other slots than those of the window.
  const Note = id === undefined ? Text : 'span';
  return (
    <>
      {description === undefined ? null : (
        <Note className={styles.description ?? ''} id={id && `${id}-help`} slot="description">
          {description}
        </Note>
      )}
      {error === undefined ? null : (
        <Note className={styles.error ?? ''} id={id && `${id}-error`} slot="errorMessage">
          <CircleAlert aria-hidden size={13} />
          <span>{error}</span>
        </Note>
      )}
    </>
  );
}
