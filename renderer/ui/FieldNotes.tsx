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

/** Help and error under a control, tied to it for screen readers. */
export function FieldNotes({ description, error }: Pick<FieldProps, 'description' | 'error'>) {
  return (
    <>
      {description === undefined ? null : (
        <Text className={styles.description ?? ''} slot="description">
          {description}
        </Text>
      )}
      {error === undefined ? null : (
        <Text className={styles.error ?? ''} slot="errorMessage">
          <CircleAlert aria-hidden size={13} />
          <span>{error}</span>
        </Text>
      )}
    </>
  );
}
