import { CircleAlert } from 'lucide-react';
import { t } from '../../texts/texts.ts';
import { Notice } from '../../ui/Notice.tsx';
import styles from './ReadError.module.css';

/** Stands in the place of what could not be read. */
export function ReadError({ message }: { readonly message: string }) {
  return (
    <div className={styles.error} role="alert">
      <Notice icon={CircleAlert} title={t('The ledger could not be read')} tone="error">
        {message}
      </Notice>
    </div>
  );
}
